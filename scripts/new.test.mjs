import { expect, test } from 'vitest'
import { planNew, renamed } from './new.mjs'
import { ROOT } from './say.mjs'

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
])('the arguments %j are answered with the usage', (...args) =>
  expect(() => planNew(ROOT, args)).toThrow(/npm run new -- room/),
)
