import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planNew, renamed, writeNew } from './new.mjs'
import { ROOT } from './say.mjs'

const run = promisify(execFile)

test('a name is replaced in each spelling', () => {
  const text = 'shift-note shift_note SHIFT_NOTES shiftNote ShiftNotes shiftnote "Shift notes" shift note'
  expect(renamed(text, 'shift-note', 'duty-plan')).toBe(
    'duty-plan duty_plan DUTY_PLANS dutyPlan DutyPlans dutyplan "Duty plans" duty plan',
  )
})

test('a room is the made-up room under its name, with the next number for its table', () => {
  const { files } = planNew(ROOT, ['room', 'project/duty-plan'])
  const paths = files.map(({ path }) => path)
  expect(paths).toContain('features/project/duty-plan/contract.ts')
  expect(paths.find((path) => path.endsWith('.sql'))).toMatch(/^features\/project\/duty-plan\/0\d{3}-duty-plan\.sql$/)
  const all = files.map(({ text }) => text).join('\n')
  expect(all).not.toMatch(/shift-note|ShiftNote|shift_note|\.\.\/features\//)
  expect(all).toContain("from '../../frame/serve.ts'")
})

test('a widget is the data text under its name', () => {
  const { files } = planNew(ROOT, ['widget', 'usual/thermometer'])
  expect(files.map(({ path }) => path).sort()).toEqual([
    'widgets/usual/thermometer.css',
    'widgets/usual/thermometer.test.tsx',
    'widgets/usual/thermometer.tsx',
  ])
  expect(files.map(({ text }) => text).join()).toMatch(/word: 'Thermometer'/)
})

test('a driver is the made-up driver under its name, with imports of its folder and of those beside it', () => {
  const { files } = planNew(ROOT, ['driver', 'press-link'])
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['drivers/press-link/about.ts', 'drivers/press-link/codec.test.ts']),
  )
  expect(files.map(({ text }) => text).join('\n')).not.toMatch(/sample.?plc|\.\.\/\.\.\/\.\./i)
  expect(files.find(({ path }) => path.endsWith('about.ts'))?.text).toContain("type: 'press-link'")
})

describe('a new driver', () => {
  const slow = 240_000
  // A property reports its counterexample, not the error that it met.
  const writesCodec = /Write the codec|Property failed|expected \[\] to not deeply equal/
  /** A folder with the drivers, the made-up one among them. */
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'gatehouse-driver-'))
    const parts = [
      'core',
      'contract',
      'drivers/modbus-tcp',
      'testkit/made-up/driver',
      'testkit/lateness',
      'testkit/peers/silent.ts',
      'testkit/peers/silent-peer.ts',
      'testkit/ports.ts',
      'plant/random.ts',
    ]
    const shared = ['abouts.ts', 'battery.test.ts', 'driver.ts', 'openers.ts', 'secret.ts'].map(
      (file) => `drivers/${file}`,
    )
    for (const each of [...parts, ...shared]) await cp(join(ROOT, each), join(root, each), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    writeNew(root, ['driver', 'press-link'])
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  test('passes the type check', { timeout: slow }, async () => {
    const config = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { tsBuildInfoFile: './tsbuildinfo' },
      include: ['drivers/press-link', 'drivers/*.ts'],
    }
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config))
    const types = run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', root, '--noEmit'])
    expect(await types.catch(({ stdout }) => stdout)).toMatchObject({ stdout: '' })
  })

  test('is run by the battery, and fails wherever its codec is needed', { timeout: slow }, async () => {
    const include = ['drivers/battery.test.ts', 'drivers/press-link/*.test.ts']
    writeFileSync(join(root, 'vitest.config.mjs'), `export default { test: ${JSON.stringify({ include })} }`)
    const report = join(root, 'report.json')
    const vitest = [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      root,
      '--config',
      'vitest.config.mjs',
    ]
    await run(process.execPath, [...vitest, '--reporter=json', `--outputFile=${report}`], { cwd: root }).catch(
      () => undefined,
    )
    expect(existsSync(report)).toBe(true)
    const results = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => file.assertionResults)
    const failed = results.filter(({ status }) => status !== 'passed')
    expect(failed.map(({ failureMessages }) => failureMessages.join())).toEqual(
      failed.map(() => expect.stringMatching(writesCodec)),
    )
    expect(failed.filter(({ fullName }) => /^driver press-link/.test(fullName)).map(({ title }) => title)).toEqual([
      'plans every readable point exactly once, inside its block',
      'fails with a fault if the peer never answers, and may be closed twice',
      'has a simulated device for the torture, or a torture of its own',
    ])
    const codec = (title) => results.filter((each) => each.title.includes(title)).map(({ status }) => status)
    expect(codec('frames of a real device')).toEqual(['failed'])
    expect(codec('is decoded from the words that write it')).toEqual(Array(8).fill('failed'))
    expect(codec('fails with 1722 when nothing listens')).toEqual(['passed', 'passed'])
  })
})

test('an endpoint is added to contract and server of a room', () => {
  const [contract, server] = planNew(ROOT, ['endpoint', 'device/group', 'renameGroup']).files
  expect(contract?.text).toContain("export const renameGroup = post('/lfscada/group/renameGroup', {")
  expect(server?.text).toContain('serve(renameGroup, async () => null),\n] satisfies RoomServer')
  expect(server?.text).toMatch(/import \{[^}]*renameGroup \} from '\.\/contract\.ts'/)
})

test('a topic is a file of its room', () => {
  const [topic] = planNew(ROOT, ['topic', 'device/group', 'groupstate']).files
  expect(topic).toMatchObject({
    path: 'features/device/group/topics.ts',
    text: expect.stringContaining("name: 'groupstate'"),
  })
})

test.each([
  [],
  ['room', 'nowhere/x'],
  ['room', 'project/Shift'],
  ['endpoint', 'device/none', 'x'],
  ['topic', 'device/group', 'A b'],
  ['driver', 'S7'],
  ['driver', 'a/b'],
])('the arguments %j are answered with the usage', (...args) =>
  expect(() => planNew(ROOT, args)).toThrow(/npm run new -- room/),
)
