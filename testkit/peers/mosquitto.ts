// A broker of another vendor: mosquitto as a child process, without encryption or with TLS and a generated certificate.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '../ports.ts'
import { makeCertificate } from './certificate.ts'

export type Mosquitto = {
  url: string
  port: number
  /** PEM of the authority, with TLS. */
  ca?: string
  /** SIGKILL: connections are not closed cleanly. */
  kill(): Promise<void>
  /** Restarts on the same port, with the stored state of its clients. */
  restart(): Promise<void>
  close(): Promise<void>
}

const page = new URL('../../docs/mosquitto.md', import.meta.url)

type Options = {
  tls?: boolean
  /** The configuration follows docs/mosquitto.md, with dynamic security; the URL contains its administrator. */
  secured?: boolean
  /** Further lines of the broker's configuration file; `{folder}` is replaced by the folder with its certificate. */
  lines?: readonly string[]
  /** Settings of the documentation page with other values; null: left out. */
  change?: Record<string, string | null>
}

/** Starts mosquitto, which accepts connections when the promise resolves. */
export async function startMosquitto({
  tls = false,
  secured = false,
  change = {},
  lines: more = [],
}: Options = {}): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'mosquitto-'))
  const [port = 0, tlsPort = 0] = await freePorts(2)
  const lines = secured
    ? await asDocumented(folder, { port, tlsPort }, change)
    : [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'persistence false', 'set_tcp_nodelay true']
  lines.push(`user ${userInfo().username}`, ...more.map((line) => line.replaceAll('{folder}', folder)))
  if (tls) {
    await makeCertificate(folder)
    lines.push(`certfile ${join(folder, 'cert.pem')}`, `keyfile ${join(folder, 'key.pem')}`)
  }
  await writeFile(join(folder, 'mosquitto.conf'), `${lines.join('\n')}\n`)
  const start = async () => {
    const child = spawn('/usr/sbin/mosquitto', ['-c', join(folder, 'mosquitto.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await listening(child, port)
    return child
  }
  let child = await start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  return {
    port,
    url: `${tls ? 'mqtts' : 'mqtt'}://${secured ? 'platform:platform-secret@' : ''}localhost:${port}`,
    ...(tls ? { ca: await readFile(join(folder, 'cert.pem'), 'utf8') } : {}),
    kill,
    async restart() {
      child = await start()
    },
    async close() {
      await kill()
      await rm(folder, { recursive: true })
    },
  }
}

/** The configuration of the page, on this machine's ports and in this folder. */
async function asDocumented(
  folder: string,
  { port, tlsPort }: { port: number; tlsPort: number },
  change: Record<string, string | null>,
): Promise<string[]> {
  const [, text = ''] = /```conf\n([\s\S]*?)```/.exec(await readFile(page, 'utf8')) ?? []
  await makeCertificate(folder)
  const own: Record<string, string> = {
    'listener 1883 127.0.0.1': `listener ${port} 127.0.0.1`,
    'listener 8883': `listener ${tlsPort} 127.0.0.1`,
    'certfile /etc/mosquitto/certs/cert.pem': `certfile ${join(folder, 'cert.pem')}`,
    'keyfile /etc/mosquitto/certs/key.pem': `keyfile ${join(folder, 'key.pem')}`,
    'plugin_opt_config_file /var/lib/mosquitto/dynamic-security.json': `plugin_opt_config_file ${await makeSecurity(folder)}`,
  }
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const missing = [...Object.keys(own), ...Object.keys(change)].filter(
    (wanted) => !lines.some((line) => line === wanted || line.startsWith(`${wanted} `)),
  )
  if (missing.length > 0) throw new Error(`docs/mosquitto.md lacks ${missing.join(', ')}`)
  return lines.flatMap((line) => {
    const [name = ''] = line.split(' ')
    const changed = change[name]
    return changed === undefined ? [own[line] ?? line] : changed === null ? [] : [`${name} ${changed}`]
  })
}

async function makeSecurity(folder: string): Promise<string> {
  const file = join(folder, 'security.json')
  await promisify(execFile)('mosquitto_ctrl', ['dynsec', 'init', file, 'platform', 'platform-secret'])
  return file
}

/** Waits until mosquitto accepts connections; rejects with its output if it ends instead. */
function listening(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-1000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`mosquitto cannot start: ${error.message}`)))
    child.once('exit', () => reject(new Error(`mosquitto ended: ${said}`)))
    const knock = () => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve()
      })
      socket.once('error', () => setTimeout(knock, 20))
    }
    knock()
  })
}
