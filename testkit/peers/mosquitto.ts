// A broker nobody here wrote: mosquitto as a child, plain or with TLS by a certificate made on the spot.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './pymodbus.ts'

export type Mosquitto = { url: string /** PEM of the authority, with TLS. */; ca?: string; close(): Promise<void> }

/** Listens when the promise resolves. */
export async function startMosquitto({ tls = false } = {}): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'mosquitto-'))
  const port = await freePort()
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'set_tcp_nodelay true',
    `user ${userInfo().username}`,
  ]
  if (tls) {
    await makeCertificate(folder)
    lines.push(`certfile ${join(folder, 'cert.pem')}`, `keyfile ${join(folder, 'key.pem')}`)
  }
  await writeFile(join(folder, 'mosquitto.conf'), `${lines.join('\n')}\n`)
  const child = spawn('/usr/sbin/mosquitto', ['-c', join(folder, 'mosquitto.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await listening(child, port)
  return {
    url: `${tls ? 'mqtts' : 'mqtt'}://localhost:${port}`,
    ...(tls ? { ca: await readFile(join(folder, 'cert.pem'), 'utf8') } : {}),
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true })
    },
  }
}

async function makeCertificate(folder: string): Promise<void> {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await promisify(execFile)('openssl', [...kind, ...names, ...files])
}

/** Until it accepts; rejects with its own words when it ends instead. */
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
