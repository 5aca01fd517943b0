/** Whether two e-mail addresses are one, whatever their case. */
export const isSameEmail = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (email: string) => email.normalize('NFKC').trim().toLowerCase()
