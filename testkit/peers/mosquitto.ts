// Another maker's broker: mosquitto as a child process, plain or with TLS and a generated certificate.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeCertificate } from './certificate.ts'
import { freePort } from './pymodbus.ts'

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

const plugin = '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so'

/** Listens when the promise resolves. `secured`: with dynamic security, whose administrator is in the URL. */
export async function startMosquitto({ tls = false, secured = false } = {}): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'mosquitto-'))
  const port = await freePort()
  const lines = [
    `listener ${port} 127.0.0.1`,
    `allow_anonymous ${!secured}`,
    'persistence false',
    'set_tcp_nodelay true',
    `user ${userInfo().username}`,
  ]
  if (tls) {
    await makeCertificate(folder)
    lines.push(`certfile ${join(folder, 'cert.pem')}`, `keyfile ${join(folder, 'key.pem')}`)
  }
  if (secured) lines.push(`plugin ${plugin}`, `plugin_opt_config_file ${await makeSecurity(folder)}`)
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

async function makeSecurity(folder: string): Promise<string> {
  const file = join(folder, 'security.json')
  await promisify(execFile)('mosquitto_ctrl', ['dynsec', 'init', file, 'platform', 'platform-secret'])
  return file
}

/** Waits until it accepts connections; rejects with its output if it ends instead. */
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
