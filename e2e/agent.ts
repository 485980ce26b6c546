// Programs that a user starts outside the browser: the gateway agent on a box at the site, a tool that reads the PLC.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './world.ts'

export type Agent = AsyncDisposable & {
  kill(): Promise<void>
  /** Starts the agent again on the same disk, like a box after a power cut. */
  restart(): void
}

/** The installed agent, with the secret of its box. */
export const startAgent = ({
  sn,
  secret,
  mqttUrl = process.env.GATEHOUSE_MQTT_URL,
}: {
  sn: string
  secret: string
  mqttUrl?: string | undefined
}): Promise<Agent> => runAgent({ GATEWAY_SN: sn, GATEWAY_SECRET: secret, MQTT_URL: mqttUrl })

/** Reads the settings that precede the program in a shell command. */
export const startPrinted = (line: string): Promise<Agent> =>
  runAgent(Object.fromEntries(line.split(' ').flatMap((word) => (/^[A-Z_]+=/.test(word) ? [split(word)] : []))))

const split = (setting: string): [string, string] => {
  const at = setting.indexOf('=')
  return [setting.slice(0, at), setting.slice(at + 1)]
}

async function runAgent(settings: Record<string, string | undefined>): Promise<Agent> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-agent-'))
  const env = { ...settings, EDGE_DATA_DIR: folder }
  const start = () => spawn(process.execPath, [join(root, 'dist/gatehouse-edge.mjs')], { env, stdio: 'ignore' })
  let child = start()
  return {
    kill: () => ended(child),
    restart() {
      child = start()
    },
    async [Symbol.asyncDispose]() {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}
