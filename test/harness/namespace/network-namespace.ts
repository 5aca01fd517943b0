import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Address where the name server of a namespace is expected: the only one that its programs know. */
export const nameServer = '127.0.0.53'

/** Leaves one way out, which counts and drops everything. The kernel is silent on it, so each packet is some program's. */
const setUp = `set -e
ip link set lo up
ip link add outside type veth peer name beyond
for one in outside beyond; do
  echo 0 > /proc/sys/net/ipv6/conf/$one/accept_ra
  echo 0 > /proc/sys/net/ipv6/conf/$one/dad_transmits
  echo 1 > /proc/sys/net/ipv6/conf/$one/addr_gen_mode
  ip link set $one arp off multicast off
done
echo 1 > /proc/sys/net/ipv6/conf/beyond/disable_ipv6
ip address add 192.0.2.1/24 dev outside
ip link set beyond up
ip link set outside up
ip address add 2001:db8::1/64 dev outside nodad
ip route add default dev outside
ip -6 route add default dev outside
mount -t tmpfs none /mnt
echo "nameserver ${nameServer}" > /mnt/resolv.conf
chmod 644 /mnt/resolv.conf
mount --bind /mnt/resolv.conf /etc/resolv.conf
umount -l /mnt`

const unshare = ['--net', '--mount', 'sh', '-c'] as const

/** Reason why no network namespace can be made here (it needs root on Linux, `ip` and `unshare`); undefined where one can. */
export function whyNoNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  if (process.getuid?.() !== 0) return 'only root can make a network namespace'
  const { status, stderr, error } = spawnSync('unshare', [...unshare, setUp], { encoding: 'utf8' })
  if (status === 0) return undefined
  return `a network namespace cannot be made: ${error?.message ?? stderr.trim().split('\n')[0] ?? 'unknown'}`
}

/** Runs a script of Node, with a channel to it, in a network namespace of its programs alone, which ends with the last. */
export const forkInNamespace = (
  script: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess =>
  fork(script, args, {
    env,
    execPath: 'unshare',
    execArgv: [...unshare, `${setUp}\nexec "$@"`, 'sh', process.execPath],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })

/** Packets that were sent in this process's network namespace since it was made. */
export interface Traffic {
  /** Packets to anywhere but the machine itself, whatever they are. */
  readonly outside: number
  /** UDP datagrams, those to the machine itself too. */
  readonly udp: number
}

/** Reads the kernel's counters; to be called in a process that runs in the namespace. */
export async function readTraffic(): Promise<Traffic> {
  const read = (name: string) => readFile(`/proc/net/${name}`, 'utf8')
  const [devices, four, six] = await Promise.all(['dev', 'snmp', 'snmp6'].map(read))
  const sent = /^\s*outside:(.*)$/m
    .exec(devices ?? '')?.[1]
    ?.trim()
    .split(/\s+/)[9]
  const [names = [], values = []] = [...(four ?? '').matchAll(/^Udp: (.*)$/gm)].map((line) =>
    (line[1] ?? '').split(' '),
  )
  const udp = Number(values[names.indexOf('OutDatagrams')])
  const udp6 = Number(/^Udp6OutDatagrams\s+(\d+)$/m.exec(six ?? '')?.[1])
  return { outside: Number(sent), udp: udp + udp6 }
}
