// The LAN through netplan: one file of the agent beside those of the owner, which are not changed. Netplan merges the
// addresses of all files, so the agent does not change a port with addresses in another file.
import { accessSync, constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lack, Lan, Route } from '../../../contract/box.ts'
import { isSameSegment, maskLength } from '../../../core/ipv4.ts'
import { readIfThere, removeFile, replaceFile } from '../file.ts'
import type { LanBackend } from './lan-trial.ts'
import { outputOf, type Run } from './run.ts'
import type { System } from './system.ts'

const ownFile = '99-gatehouse-lan.yaml'
const applyTimeoutMs = 60_000

type NetplanNeeds = { run: Run; system: System; port: string; dataDir: string; folder?: string }
const usualFolder = '/etc/netplan'

/** The reason why netplan cannot set the port, or nothing. */
export async function netplanLack({
  run,
  system,
  port,
  folder = usualFolder,
}: NetplanNeeds): Promise<Lack | undefined> {
  if (!existsSync(folder) || (await run('netplan', ['info'])).code !== 0) return 'network'
  if (!isWritable(folder)) return 'rights'
  if (!system.interfaces()[port] && system.read(`/sys/class/net/${port}/operstate`) === undefined) return 'lanPort'
  for (const name of await others(folder)) {
    if (isSetIn(await readFile(join(folder, name), 'utf8'), port)) return 'lanForeign'
  }
  return undefined
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    // The process has no write permission.
    return false
  }
}

const others = async (folder: string) =>
  (await readdir(folder)).filter((name) => /\.yaml$/.test(name) && name !== ownFile)

/** Whether a netplan file sets addresses, routes or the name of a port. True in doubt. */
export function isSetIn(text: string, port: string): boolean {
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').trimEnd())
  const depth = (line: string) => line.length - line.trimStart().length
  return lines.some((line, at) => {
    const [, key, value] = /^\s*["']?([^"':]+)["']?\s*:\s*(.*)$/.exec(line) ?? []
    if (key === 'set-name') return unquoted(value!) === port
    // Flow style cannot be checked line by line.
    if (key !== port) return value?.startsWith('{') === true && value.includes(port)
    const end = lines.findIndex((each, index) => index > at && each !== '' && depth(each) <= depth(line))
    const block = lines.slice(at, end < 0 ? undefined : end).join('\n')
    return /\b(addresses|routes|gateway4|match|set-name)["']?\s*:/.test(block)
  })
}
const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2')

export function createNetplanLan({ run, system, port, dataDir, folder = usualFolder }: NetplanNeeds): LanBackend {
  const own = join(folder, ownFile)
  const draft = (name: string) => join(dataDir, `${name}.yaml`)
  const apply = () => outputOf(run, ['netplan', 'apply'], { timeoutMs: applyTimeoutMs })

  /** Validates the agent's file together with all others, in a temporary folder. */
  async function check(text: string): Promise<void> {
    const root = await mkdtemp(join(tmpdir(), 'netplan-'))
    try {
      const copy = join(root, 'etc/netplan')
      await mkdir(copy, { recursive: true })
      for (const name of await others(folder)) await copyFile(join(folder, name), join(copy, name))
      await replaceFile(join(copy, ownFile), text)
      await outputOf(run, ['netplan', 'generate', '--root-dir', root])
    } finally {
      await rm(root, { recursive: true })
    }
  }

  return {
    async read() {
      const address = system.interfaces()[port]?.find(({ family }) => family === 'IPv4')
      if (!address?.netmask) return null
      const route = routesOf(system, port).find(({ mask }) => mask !== '0.0.0.0')
      return { ip: address.address, mask: address.netmask, route: route ?? null }
    },
    current: async () => (await readIfThere(own)) ?? null,
    async prepare(name, lan) {
      const text = netplanText(name, lan, port, system)
      await check(text)
      await replaceFile(draft(name), text)
    },
    async activate(name) {
      await replaceFile(own, await readFile(draft(name)))
      await apply()
    },
    isActive: async (name) => (await readIfThere(own))?.startsWith(`# ${name}\n`) ?? false,
    // The file is already used at boot; a trial that is still open is then undone by the agent.
    keep: async () => undefined,
    async restore(before) {
      if (before === null) await removeFile(own)
      else await replaceFile(own, before)
      await apply()
    },
    discard: (name) => removeFile(draft(name)),
  }
}

/** Keeps name servers and gateway of a port with the default route, the gateway only if it is in the new segment. */
export function netplanText(name: string, { ip, mask, route }: Lan, port: string, system: System): string {
  const gateway = routesOf(system, port).find((each) => each.mask === '0.0.0.0')?.nextHop
  const isKept = gateway !== undefined && gateway !== ip && isSameSegment(gateway, ip, mask)
  const servers = gateway === undefined ? [] : nameServers(system)
  const routes = [
    ...(route ? [[`${route.target}/${maskLength(route.mask)}`, route.nextHop]] : []),
    ...(isKept ? [['0.0.0.0/0', gateway]] : []),
  ]
  return [
    `# ${name}`,
    ...['network:', '  version: 2', '  ethernets:', `    "${port}":`, '      dhcp4: false'],
    `      addresses: ["${ip}/${maskLength(mask)}"]`,
    ...(routes.length > 0 ? ['      routes:'] : []),
    ...routes.flatMap(([to, via]) => [`        - to: "${to}"`, `          via: "${via}"`]),
    ...(servers.length > 0
      ? ['      nameservers:', `        addresses: [${servers.map((each) => `"${each}"`).join(', ')}]`]
      : []),
    '',
  ].join('\n')
}

const nameServers = (system: System): string[] =>
  [...(system.read('/run/systemd/resolve/resolv.conf') ?? '').matchAll(/^nameserver\s+(\d+\.\d+\.\d+\.\d+)\s*$/gm)].map(
    ([, server]) => server!,
  )

/** Routes with a next hop, from the kernel's table: addresses in hex, last byte first. */
function routesOf(system: System, port: string): Route[] {
  const lines = (system.read('/proc/net/route') ?? '').split('\n').map((line) => line.trim().split(/\s+/))
  return lines.flatMap(([name, target, nextHop, , , , , mask]) =>
    name === port && mask !== undefined && /^[\dA-F]{8}$/.test(nextHop!) && nextHop !== '00000000'
      ? [{ target: fromHex(target!), mask: fromHex(mask), nextHop: fromHex(nextHop!) }]
      : [],
  )
}
const fromHex = (text: string) =>
  (text.match(/../g) ?? [])
    .reverse()
    .map((byte) => Number.parseInt(byte, 16))
    .join('.')
