import { expect, test } from 'vitest'
import { inCircles } from './circles.ts'
import { isTest, type SourceFile, sourceFiles } from './source.ts'

const filesOf = (imports: Record<string, string[]>): SourceFile[] =>
  Object.entries(imports).map(([path, targets]) => ({
    ...{ path, text: '', lines: 0, packages: [] },
    imports: targets.map((target) => ({ target, typeOnly: false })),
  }))

test.each([
  ['a tree has none', { a: ['b', 'c'], b: ['c'], c: [] }, []],
  ['two files', { a: ['b'], b: ['a'] }, ['a', 'b']],
  [
    'a circle of three, without the files before and after it',
    { t: ['a'], a: ['b'], b: ['c'], c: ['a', 'd'], d: [] },
    'abc',
  ],
  ['a file that imports itself', { a: ['a'], b: ['a'] }, ['a']],
  ['files outside of the list are ignored', { a: ['x'], b: ['a'] }, []],
])('%s', (_, imports, circles) => expect(inCircles(filesOf(imports as Record<string, string[]>))).toEqual([...circles]))

test('no file imports itself through others, by values, types or lazy imports', () => {
  expect(inCircles(sourceFiles().filter((file) => !isTest(file)))).toEqual([])
})
