// The baselines of ingest, in the same units: the broker alone (QoS 1 without subscribers), and the same values as
// plain rows in PostgreSQL by COPY, with the primary key that a table of history needs.
//   npm run bench -- beside --messages 20000 --rows 1000000
import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Aedes } from 'aedes'
import { from as copyFrom } from 'pg-copy-streams'
import { startEmbedded } from '../db/embedded.ts'
import { connectDatabase } from '../db/pool.ts'
import { childrenOf, cpuSecondsOf, machineLine, numbers, table } from './machine.ts'

const given = numbers({ messages: 20_000, rows: 1_000_000, sockets: 50, window: 32 })

/** Runs plain aedes without hooks, in its own process. */
async function runBroker(): Promise<void> {
  const broker = await Aedes.createBroker()
  const server = createServer({ noDelay: true }, broker.handle)
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
}

const payload = Buffer.alloc(1400, 'x')
const topic = Buffer.from('gw/LOAD/up/record')
const word = (text: string | Buffer) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)])

/** Sends a part of the messages over one connection, never more than the window without an acknowledgement. */
function sendFrom(port: number, name: string, messages: number): Promise<void> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let [sent, acked] = [0, 0]
  const body = 2 + topic.length + 2 + payload.length
  const publish = () => {
    sent += 1
    const id = (sent % 65_535) + 1
    const length = [(body % 128) | 128, Math.floor(body / 128)]
    socket.write(
      Buffer.concat([Buffer.from([0x32, ...length]), word(topic), Buffer.from([id >> 8, id & 255]), payload]),
    )
  }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      const connectBody = Buffer.concat([word('MQTT'), Buffer.from([4, 2, 0, 60]), word(name)])
      socket.write(Buffer.concat([Buffer.from([0x10, connectBody.length]), connectBody]))
    })
    socket.on('data', (chunk) => {
      // CONNACK and PUBACK are four bytes each.
      acked += chunk.length / 4
      while (sent < messages && sent + 1 - acked < given.window) publish()
      if (acked < messages + 1) return
      socket.destroy()
      resolve()
    })
  })
}

async function brokerAlone(): Promise<number> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['broker'])
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))))
  const share = Math.floor(given.messages / given.sockets)
  const round = () =>
    Promise.all(Array.from({ length: given.sockets }, (_, i) => sendFrom(port, `load-${i}-${Math.random()}`, share)))
  await round()
  const before = cpuSecondsOf(child.pid!)
  await round()
  const seconds = cpuSecondsOf(child.pid!) - before
  child.kill('SIGKILL')
  return (seconds * 1e6) / (share * given.sockets)
}

async function plainRows(): Promise<{ microseconds: number; bytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-rows-'))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded({ dataDir: folder, log: () => undefined })
  const { pool, stop } = await connectDatabase({ url: embedded.migrateUrl, setting: 'DATA_DIR', log: () => undefined })
  try {
    await pool.query('create table h (signal int, at bigint, value float8, primary key (signal, at))')
    const { rows } = await pool.query<{ line: string }>("select pg_read_file('postmaster.pid') as line")
    const postmaster = Number(rows[0]!.line.split('\n')[0])
    const client = await pool.connect()
    const used = () => [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
    const before = used()
    for (let from = 0; from < given.rows; from += 5000) {
      const lines = Array.from({ length: 5000 }, (_, i) => {
        const n = from + i
        return `${n % 500}\t${1.7e12 + Math.floor(n / 500) * 1000}\t${(50 + Math.sin(n / 500) * 10).toFixed(2)}\n`
      })
      await pipeline(Readable.from([lines.join('')]), client.query(copyFrom('copy h from stdin')))
    }
    const seconds = used() - before
    const { rows: sizes } = await client.query<{ bytes: number }>("select pg_total_relation_size('h') as bytes")
    client.release()
    return { microseconds: (seconds * 1e6) / given.rows, bytes: sizes[0]!.bytes / given.rows }
  } finally {
    await stop()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[2] === 'broker') await runBroker()
else {
  const broker = await brokerAlone()
  const rows = await plainRows()
  console.log(machineLine())
  console.log(
    table(
      ['what', 'figure'],
      [
        ['broker alone, QoS 1, 1.4 kB', `${broker.toFixed(1)} µs of CPU a message`],
        ['plain rows by COPY, primary key', `${rows.microseconds.toFixed(2)} µs of PostgreSQL CPU a value`],
        ['', `${rows.bytes.toFixed(1)} bytes a value`],
      ],
    ),
  )
}
