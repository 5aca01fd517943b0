import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import { ana, anaId, benId, sampleToday } from './fake-desk-main.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const refused = (kind: 'offline' | 'failed'): DeskReply => ({ ok: false, error: { kind } })

/** Who may sign in. */
export const members = [
  { id: anaId, name: 'Ana Ruiz' },
  { id: benId, name: 'Ben Cole' },
]
/** Each page of the desk in each of its states, and what stands there then. */
export const deskPages: Record<
  string,
  {
    readonly session?: DeskView['session']
    readonly today?: () => DeskReply | Promise<DeskReply>
    readonly says: { readonly en: string; readonly es: string }
  }
> = {
  'set-up': {
    session: { state: 'setUp' },
    says: { en: 'Set up this desk', es: 'Prepare esta recepción' },
  },
  'sign-in': {
    session: { state: 'locked', members },
    says: { en: 'Who are you?', es: '¿Quién es usted?' },
  },
  'sign-in, after a visit': {
    session: { state: 'locked', members, afterVisit: 'ended' },
    says: {
      en: 'The patient’s visit on this screen is over.',
      es: 'La visita del paciente en esta pantalla terminó.',
    },
  },
  'sign-in, after a window that closed by itself': {
    session: { state: 'locked', members, afterVisit: 'broken' },
    says: {
      en: 'The patient’s window closed by itself. What was saved is kept, and they can begin again.',
      es: 'La ventana del paciente se cerró sola. Lo que se guardó no se pierde, y puede empezar otra vez.',
    },
  },
  'with a patient': {
    session: { state: 'withPatient' },
    says: {
      en: 'A patient is filling in forms on this screen',
      es: 'Un paciente rellena formularios en esta pantalla',
    },
  },
  'first use': {
    session: { state: 'open', member: { ...ana('reception'), mustChangeSecret: true } },
    says: { en: 'Choose your own PIN or passphrase', es: 'Elija su propio PIN o frase secreta' },
  },
  'out of service': {
    session: { state: 'outOfService' },
    says: { en: 'The desk cannot be used now', es: 'La recepción no se puede usar ahora' },
  },
  'today, loading': {
    today: () => new Promise<DeskReply>(() => undefined),
    says: { en: "Reading today's appointments…", es: 'Leyendo las citas de hoy…' },
  },
  'today, empty': {
    today: () => ok({ rows: [], readAt: 0 }),
    says: { en: 'No appointments today.', es: 'Hoy no hay citas.' },
  },
  'today, failed': {
    today: () => refused('failed'),
    says: { en: 'The appointments could not be read.', es: 'No se pudieron leer las citas.' },
  },
  'today, offline': {
    today: () => refused('offline'),
    says: {
      en: 'The service cannot be reached. Foyer keeps trying.',
      es: 'No hay conexión con el servicio. Foyer sigue intentando.',
    },
  },
  'today, without the right': {
    session: { state: 'open', member: ana('billing') },
    says: { en: 'Your role does not show patients.', es: 'Su función no muestra pacientes.' },
  },
  'today, full': {
    today: () => ok(sampleToday(Date.now())),
    says: { en: 'Late, 19 min', es: 'Retraso, 19 min' },
  },
}
