// Instants are formatted by `ui/format.ts` and `core/zone.ts` alone, which cannot be called without a zone (decision 48).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = ['apps', 'contract', 'core', 'designer', 'drivers', 'features', 'signal', 'ui', 'widgets']

/** Formats an instant, or reads the machine's own clock settings. */
const own =
  /Intl\.DateTimeFormat|\.toLocale(Date|Time)?String\(|\bdayjs\(\d*[A-Za-z]*[aA]t\b|\.get(Hours|Minutes|Date|Day|Month|FullYear)\(\)/

/** The allowed uses of clocks, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'core/zone.ts': 'the rule itself',
  'ui/format.ts': 'the formatter, and digits of whole numbers',
  'apps/tunnel/config.ts': 'the language of a program on the command line',
  'apps/tunnel/main.ts': 'a program on the command line of its own machine',
  'features/notify/delivery/settings-section.tsx': 'names of weekdays, no instant',
  'features/device/report/words.ts': 'names of weekdays, no instant',
  'features/project/kiosk/wall-bar.tsx': 'the weekday on a wall, in the zone of the wall',
  'widgets/complex/weather.tsx': 'names of weekdays, no instant',
}

const files = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

it('no instant is formatted beside the module that asks for its zone', () => {
  const found = files.filter((file) => own.test(readFileSync(join(root, file), 'utf8')))
  expect(found.filter((file) => !Object.hasOwn(allowed, file))).toEqual([])
  expect(Object.keys(allowed).filter((file) => !found.includes(file))).toEqual([])
})
