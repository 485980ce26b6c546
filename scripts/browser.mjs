import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ROOT, Stop, say } from './say.mjs'

/** Names of the browser's program. The headless one is tried first, because it needs half the time per page. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const DOWNLOAD_WITHIN_MS = 120_000

/**
 * @typedef {object} Machine the environment of the search
 * @property {Record<string, string | undefined>} env
 * @property {boolean} isRoot
 * @property {boolean} hasApt
 * @property {(path: string) => boolean} runs whether it starts: it does not with a missing library, or as an empty wrapper script
 * @property {() => Promise<string | undefined>} ownOfTestTool path of the test tool's own browser
 * @property {() => void} download by the test tool
 * @property {() => void} installPackage Debian's
 */

/**
 * The browser for the e2e tests: the one named, the system's, the test tool's, or as root Debian's package.
 * @param {Machine} machine
 * @returns {Promise<string>}
 */
export async function findBrowser(machine = thisMachine()) {
  const { env, runs } = machine
  if (env.CHROMIUM) {
    if (runs(env.CHROMIUM)) return env.CHROMIUM
    throw new Stop(`CHROMIUM=${env.CHROMIUM} does not run: set CHROMIUM to a Chromium or Chrome, or unset it`)
  }
  const steps = [
    async () => systemBrowser(machine),
    machine.ownOfTestTool,
    async () => {
      machine.download()
      return machine.ownOfTestTool()
    },
    async () => {
      if (!machine.isRoot || !machine.hasApt) return undefined
      machine.installPackage()
      return systemBrowser(machine)
    },
  ]
  for (const step of steps) {
    const path = await step()
    if (path !== undefined && runs(path)) return path
  }
  throw new Stop(`There is no browser for the e2e tests: ${howToInstall(machine)}`)
}

/** @param {Machine} machine */
function systemBrowser({ env, runs }) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES].find(runs)
}

/** @param {Machine} machine */
function howToInstall({ isRoot, hasApt }) {
  if (hasApt) return `${isRoot ? '' : 'sudo '}apt-get install -y chromium`
  return 'npx playwright install --with-deps chromium'
}

/** @returns {Machine} */
function thisMachine() {
  return {
    env: process.env,
    isRoot: process.getuid?.() === 0,
    hasApt: existsSync('/usr/bin/apt-get'),
    runs: (path) =>
      existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0,
    ownOfTestTool: async () => {
      const { chromium } = await import('@playwright/test')
      return chromium.executablePath()
    },
    download: () => {
      say('no browser on this machine: trying the test tool’s own download ...')
      const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
      spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: DOWNLOAD_WITHIN_MS })
    },
    installPackage: () => {
      say('installing Debian’s chromium ...')
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
      spawnSync('apt-get', ['install', '-y', '-q', 'chromium', 'fonts-noto-cjk'], { stdio: 'ignore', env })
    },
  }
}
