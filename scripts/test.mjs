import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { runChild } from './child.mjs'
import {
  afterSecondTry,
  closing,
  countPlaywright,
  countVitest,
  failedFiles,
  judged,
  stepLine,
  total,
  withUnhandled,
} from './count.mjs'
import { ROOT, Stop, say } from './say.mjs'

/** @typedef {import('./count.mjs').Named} Named */
/** @typedef {{ name: string, run: (reports: string) => Promise<Named> }} Step */
/** @typedef {{ args?: string[], output?: number, isMain?: boolean, isBeside?: boolean }} How `isBeside`: another step runs meanwhile */

const E2E_CONFIG = 'e2e/playwright.config.ts'

/** @param {string} path below node_modules */
const tool = (path) => join(ROOT, 'node_modules', path)

/** Colours are disabled for a file, because biome would write them letter by letter into a log. */
const plainColours = process.stdout.isTTY ? [] : ['--colors=off']

/** @type {Step[]} */
const CHECKS = [
  { name: 'types', run: () => asOne('types', [tool('typescript/bin/tsc'), '-p', '.', '--noEmit']) },
  {
    name: 'lint and format',
    run: () => asOne('lint and format', [tool('@biomejs/biome/bin/biome'), 'ci', ...plainColours, '.']),
  },
]
/** More failed files than this are no coincidence. */
const MOST_TRIED_AGAIN = 12
const UNITS = 'boundaries, specification, unit, HTTP and database'
const JOURNEYS = 'e2e in a real browser'
const MAIN_JOURNEYS = `${JOURNEYS}: the main journeys (all: npm test -- --all)`

/**
 * Runs every step, even after a failed one, and ends with the count. Returns the exit code.
 * @param {{ withBrowser: boolean, onlyBrowser: boolean, isAll?: boolean, args?: string[] }} what `isAll`: every journey, not
 *   the main ones alone
 */
export async function runTests({ withBrowser, onlyBrowser, isAll = onlyBrowser, args = [] }) {
  const isBeside = withBrowser && !onlyBrowser
  /** @type {Step[]} */
  const steps = [...CHECKS, { name: UNITS, run: (reports) => runVitest(reports, { isBeside, isMain: !isAll }) }]
  if (onlyBrowser) steps.splice(0, steps.length, { name: JOURNEYS, run: (reports) => runPlaywright(reports, { args }) })
  const reports = mkdtempSync(join(tmpdir(), 'gatehouse-reports-'))
  const counts = []
  /** @type {string[]} */
  const times = []
  let interrupted = false
  const interrupt = () => {
    interrupted = true
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  const journeys = isBeside ? journeysBeside(reports, isAll, times) : undefined
  for (const { name, run } of steps) {
    say(`\n== ${name} ==`)
    counts.push(await stepCount(name, () => run(reports), times))
    if (interrupted) break
  }
  if (journeys) counts.push(await journeys())
  rmSync(reports, { recursive: true, force: true })
  const sum = total(counts)
  say(`\n${times.join('\n')}\n\n${closing(sum)}`)
  return interrupted ? 130 : exitCodeFor(sum)
}

/**
 * Runs all other steps while the journeys run, at a lower priority, because a journey waits for its world most of the
 * time. The output of the journeys is printed when they have ended.
 */
function journeysBeside(reports, isAll, times) {
  const name = isAll ? JOURNEYS : MAIN_JOURNEYS
  const said = join(reports, 'journeys.txt')
  const output = openSync(said, 'w')
  const count = stepCount(name, () => runPlaywright(reports, { output, isMain: !isAll }), times)
  return async () => {
    const counted = await count
    closeSync(output)
    say(`\n== ${name} ==\n${readFileSync(said, 'utf8')}`)
    return counted
  }
}

/** @param {import('./count.mjs').Count} sum */
export function exitCodeFor({ passed, failed }) {
  return failed === 0 && passed > 0 ? 0 : 1
}

/**
 * Runs a step and adds its line to `times`.
 * @param {string} name
 * @param {() => Promise<Named>} run
 * @param {string[]} times
 * @returns {Promise<Named>}
 */
async function stepCount(name, run, times) {
  const startedAt = Date.now()
  const count = await run().catch((error) => {
    if (!(error instanceof Stop)) throw error
    say(error.message)
    return { passed: 0, failed: 1, names: [`${name}: ${error.message}`] }
  })
  times.push(stepLine(name, Date.now() - startedAt, count))
  return count
}

/**
 * A step that passes or fails as a whole.
 * @param {string} name
 * @param {string[]} command
 * @returns {Promise<Named>}
 */
async function asOne(name, command) {
  const code = await runChild(command)
  if (code === 0) say('ok')
  return code === 0 ? { passed: 1, failed: 0, names: [] } : { passed: 0, failed: 1, names: [name] }
}

/** While all journeys run, the tests use fewer workers than `vitest.config.ts` says, so that no journey is delayed. */
async function runVitest(reports, { isBeside = false, isMain = false } = {}) {
  const file = join(reports, 'vitest.json')
  const unhandledFile = join(reports, 'vitest-unhandled.json')
  const unhandled = `--reporter=${join(ROOT, 'scripts/unhandled-reporter.mjs')}`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, unhandled]
  const command = [tool('vitest/vitest.mjs'), 'run', ...(isBeside && !isMain ? ['--maxWorkers=2'] : []), ...reporters]
  const env = { ...process.env, UNHANDLED_FILE: unhandledFile }
  const code = await runChild(command, { givesWay: isBeside, env })
  const first = readReport(file)
  const again = failedFiles(first)
  if (again.length === 0 || again.length > MOST_TRIED_AGAIN) return judged(UNITS, countVitest(first), code)
  say(`\n== ${again.length} files once more, in a fresh process ==`)
  const second = join(reports, 'vitest-second.json')
  const one = ['--maxWorkers=1', '--reporter=default', '--reporter=json', `--outputFile.json=${second}`]
  const secondCode = await runChild([tool('vitest/vitest.mjs'), 'run', ...one, ...again], { givesWay: isBeside })
  const counted = withUnhandled(afterSecondTry(first, readReport(second)), readReport(unhandledFile))
  return judged(UNITS, counted, secondCode)
}

/**
 * @param {string} reports
 * @param {How} how
 */
async function runPlaywright(reports, { args = [], output, isMain = false }) {
  if (!existsSync(join(ROOT, E2E_CONFIG))) {
    say(`${E2E_CONFIG} is not there yet`)
    return { passed: 0, failed: 0, names: [] }
  }
  const browser = await findBrowser()
  await build()
  const file = join(reports, 'playwright.json')
  const env = {
    ...process.env,
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    JOURNEYS: isMain ? 'main' : 'all',
  }
  const command = [tool('@playwright/test/cli.js'), 'test', '--config', E2E_CONFIG, '--reporter=list,json', ...args]
  const code = await runChild(command, { env, output })
  return judged(JOURNEYS, countPlaywright(readReport(file)), code)
}

/** Takes each link of the path down for minutes while the screens are watched: too long for every run of the tests. */
export async function runOutages(env) {
  const browser = await findBrowser()
  await build()
  const command = [tool('@playwright/test/cli.js'), 'test', '--config', 'e2e/outages.config.ts', '--reporter=list']
  return runChild(command, { env: { ...process.env, ...env, CHROMIUM: browser } })
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
