// Programs a person starts beside the browser: the gateway agent on a box at the site, a tool that reads the PLC.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './world.ts'

export type Agent = AsyncDisposable & { kill(): Promise<void> }

/** The agent as it is installed, with the secret its box was given. */
export async function startAgent({ sn, secret }: { sn: string; secret: string }): Promise<Agent> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-agent-'))
  const child = spawn(process.execPath, [join(root, 'dist/gatehouse-edge.mjs')], {
    env: {
      GATEWAY_SN: sn,
      GATEWAY_SECRET: secret,
      MQTT_URL: process.env.GATEHOUSE_MQTT_URL,
      EDGE_DATA_DIR: folder,
    },
    stdio: 'ignore',
  })
  return {
    kill: () => ended(child),
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
