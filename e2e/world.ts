// The world of the run: the programs of `npm start`, from the build, on free ports and in a folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { PLATFORM_FLAGS } from '../scripts/programs.mjs'
import { freePorts } from '../testkit/ports.ts'
import { sessionCookie } from './session.ts'

export const root = resolve(import.meta.dirname, '..')
export const admin = { loginname: 'admin', password: 'Waterworks1' }

/** Playwright calls this function before the first test, and the function that it returns after the last. */
export default async function startWorld(): Promise<() => Promise<void>> {
  const [videoPort, ezvizPort] = await freePorts(2)
  const videoSite = `http://127.0.0.1:${videoPort}`
  const ezvizUrl = `http://127.0.0.1:${ezvizPort}`
  const { url, mqttPort, dataDir, stop } = await startPlatform('demo', root, {
    VIDEO_SITES: videoSite,
    ...{ EZVIZ: '1', EZVIZ_URL: ezvizUrl },
  })
  Object.assign(process.env, {
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_URL: url,
    GATEHOUSE_VIDEO_SITE: videoSite,
    GATEHOUSE_EZVIZ_URL: ezvizUrl,
    GATEHOUSE_MQTT_URL: `mqtt://127.0.0.1:${mqttPort}`,
  })
  return stop
}

export type StartedPlatform = { url: string; mqttPort: number; session: string; dataDir: string; stop(): Promise<void> }

/** Starts the demo, or an empty platform, from the sources under test by default, with more settings. */
export async function startPlatform(
  program: 'demo' | 'server',
  from = root,
  settings: Record<string, string> = {},
): Promise<StartedPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  await chmod(dataDir, 0o711)
  const [port, mqttPort] = await freePorts(2)
  const env = {
    PATH: process.env.PATH,
    LANG: 'en_GB.UTF-8',
    DATA_DIR: dataDir,
    PORT: `${port}`,
    MQTT_PORT: `${mqttPort}`,
    // The journeys open pages faster than any person, all with the same account.
    CALLS_PER_MINUTE: '12000',
    LOGINS_PER_MINUTE: '1000',
    // Enough history for every journey; generating a month would slow down all of them.
    DEMO_DAYS: '3',
    ...settings,
    ...(program === 'server' ? { ADMIN_PASSWORD: admin.password } : {}),
  }
  const child = spawn(process.execPath, [...PLATFORM_FLAGS, join(from, `dist/${program}.mjs`)], {
    cwd: from,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await ended(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await ready(child)
    return { url, mqttPort: mqttPort!, session: await sessionCookie(url, admin), dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address at which the program is ready; rejects with the program's output if it ends instead. */
function ready(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr!.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-4000)
  })
  return new Promise((done, failed) => {
    child.once('exit', () => failed(new Error(`the platform ended before it was ready: ${said}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const url = /^ready (\S+)/.exec(line)?.[1]
      if (url) done(url)
    })
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
}
