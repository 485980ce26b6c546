import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, buildAgent, isAgentBuilt, serverSources } from './build.mjs'
import { runChild } from './child.mjs'
import { runDev } from './dev.mjs'
import { ensureInstalled } from './install.mjs'
import { writeNew } from './new.mjs'
import { bundle, EDGE_FILE, PLATFORM_FLAGS, workersOf } from './programs.mjs'
import { ROOT, Stop, say } from './say.mjs'
import { whatToStart } from './start.mjs'
import { runOutages, runTests } from './test.mjs'

/** @typedef {(args: string[]) => Promise<number>} Task returns the exit code */

/** The program of the torture, and the programs that it kills. */
const TORTURED = [
  { in: 'testkit/torture/main.ts', out: 'torture' },
  { in: 'testkit/torture/agent-main.ts', out: 'torture-agent' },
  { in: 'apps/server/main.ts', out: 'server' },
]

/** @type {Record<string, Task>} */
const TASKS = {
  async start(args) {
    // An invalid setting is reported before minutes of installing.
    const entry = whatToStart(process.env)
    await prepare()
    return runEntry(entry, args)
  },
  async edge(args) {
    // A box may have neither the time to build the platform nor its packages.
    const file = isAgentBuilt() ? join(ROOT, 'dist', EDGE_FILE) : await prepareAgent()
    return runChild(['--import', join(ROOT, 'scripts/leash.mjs'), file, ...args], { isOnLeash: true })
  },
  async 'build:edge'() {
    say(await prepareAgent())
    return 0
  },
  async backup(args) {
    await prepare()
    return runBeside('backup', ['backup', ...args.map(fromCaller)])
  },
  async restore(args) {
    await prepare()
    return runBeside('backup', ['restore', ...args.map(fromCaller)])
  },
  async 'verify-log'() {
    await prepare()
    return runBeside('verify-log', [])
  },
  async build() {
    await prepare()
    return 0
  },
  async dev() {
    await ensureInstalled()
    return runDev()
  },
  async bench(args) {
    await prepare()
    const [name, ...rest] = args
    const file = `bench/${name}.ts`
    if (!name || !existsSync(join(ROOT, file)))
      throw new Stop(`Say which: npm run bench -- ${benchNames().join(' | ')}`)
    const out = `bench-${name}`
    await bundle(ROOT, [{ in: file, out }])
    return runChild(['--enable-source-maps', join(ROOT, 'dist', `${out}.mjs`), ...rest])
  },
  async torture(args) {
    await ensureInstalled()
    if (args.includes('--fuzz')) return runFuzz(args)
    const workers = workersOf(serverSources(ROOT))
    await bundle(ROOT, [...TORTURED, ...workers])
    return runChild(['--enable-source-maps', join(ROOT, 'dist', 'torture.mjs'), ...args])
  },
  async test(args) {
    await ensureInstalled()
    return runTests({ withBrowser: true, onlyBrowser: false, isAll: args.includes('--all') })
  },
  async follow(args) {
    await ensureInstalled()
    await bundle(ROOT, [{ in: 'apps/follow/main.ts', out: 'follow' }])
    return runChild(['--enable-source-maps', join(ROOT, 'dist', 'follow.mjs'), ...args])
  },
  async language([act = '', code = '', file = act === 'export' && code ? `${code}.csv` : '']) {
    await ensureInstalled()
    await bundle(ROOT, [{ in: 'apps/language/main.ts', out: 'language' }])
    const args = [act, code, file && fromCaller(file)].filter((each) => each !== '')
    return runChild(['--enable-source-maps', join(ROOT, 'dist', 'language.mjs'), ...args])
  },
  async new(args) {
    for (const line of writeNew(ROOT, args)) say(line)
    return 0
  },
  async check() {
    await ensureInstalled()
    return runTests({ withBrowser: false, onlyBrowser: false })
  },
  async outages(args) {
    await ensureInstalled()
    /** @param {string} name */
    const value = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
    const [seconds, parts] = [value('--seconds'), value('--parts')]
    return runOutages({ ...(seconds && { OUTAGE_SECONDS: seconds }), ...(parts && { OUTAGE_PARTS: parts }) })
  },
  async e2e(args) {
    await ensureInstalled()
    return runTests({ withBrowser: true, onlyBrowser: true, args })
  },
}

/** The properties of the fuzz, with equal time for each. */
const FUZZED = 9

/**
 * The fuzz of the tests, for `--minutes` in all (10), with `--seed`.
 * @param {string[]} args
 */
async function runFuzz(args) {
  /** @param {string} name @param {number} initial */
  const number = (name, initial) => Number(args[args.indexOf(name) + 1] || initial)
  const minutes = args.includes('--minutes') ? number('--minutes', 10) : 10
  const seed = args.includes('--seed') ? number('--seed', 1) : Date.now() % 1_000_000
  say(`seed ${seed}`)
  const env = {
    ...process.env,
    FUZZ_SECONDS: String(Math.max(1, Math.round((minutes * 60) / FUZZED))),
    FUZZ_SEED: String(seed),
  }
  return runChild([join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'testkit/fuzz'], { env })
}

/**
 * @param {string} name
 * @param {string[]} args
 */
async function runTask(name, args) {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined
  if (!task) throw new Stop(`There is no command "${name}": choose one of ${Object.keys(TASKS).join(', ')}`)
  process.chdir(ROOT)
  return task(args)
}

/** @param {string[]} argv */
export async function main([name = '', ...args]) {
  // Node exits with 0 when it has nothing left to wait for: a task that never finished has not succeeded.
  process.exitCode = 1
  try {
    process.exitCode = await runTask(name, args)
  } catch (error) {
    // A Stop is a message for the user; any other error is a bug and is printed with its stack.
    if (error instanceof Stop) say(error.message)
    else console.error(error)
    process.exitCode = 1
  }
}

async function prepareAgent() {
  await ensureInstalled()
  return buildAgent()
}

async function prepare() {
  await ensureInstalled()
  await build()
}

/**
 * @param {string} entry
 * @param {string[]} args
 */
async function runEntry(entry, args) {
  const file = join(ROOT, 'dist', `${entry}.mjs`)
  if (!existsSync(file)) throw new Stop(`There is no apps/${entry}/main.ts to start yet`)
  const leash = ['--import', join(ROOT, 'scripts/leash.mjs')]
  return runChild([...PLATFORM_FLAGS, ...leash, file, ...args], { isOnLeash: true })
}

/**
 * On the folder that `npm start` with the same settings would use.
 * @param {string} program
 * @param {string[]} args
 */
function runBeside(program, args) {
  const dataDir = process.env.DATA_DIR || `data/${whatToStart(process.env) === 'demo' ? 'demo' : 'platform'}`
  const env = { ...process.env, DATA_DIR: dataDir }
  return runChild(['--enable-source-maps', join(ROOT, 'dist', `${program}.mjs`), ...args], { env })
}

/** A file name is relative to the user's folder, which npm leaves. */
function fromCaller(arg) {
  return arg.startsWith('--') ? arg : resolve(process.env.INIT_CWD ?? '.', arg)
}

function benchNames() {
  const folder = join(ROOT, 'bench')
  if (!existsSync(folder)) say('There is no bench/ yet')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).map((file) => file.slice(0, -3))
}
