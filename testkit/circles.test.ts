import { expect, test } from 'vitest'
import { inCircles } from './circles.ts'
import { isTest, type SourceFile, sourceFiles } from './source.ts'

const filesOf = (imports: Record<string, string[]>): SourceFile[] =>
  Object.entries(imports).map(([path, targets]) => ({
    ...{ path, text: '', lines: 0, packages: [] },
    imports: targets.map((target) => ({ target, typeOnly: false })),
  }))

test.each([
  ['none in a tree', { a: ['b', 'c'], b: ['c'], c: [] }, []],
  ['two files', { a: ['b'], b: ['a'] }, ['a', 'b']],
  [
    'a long way round, without what leads to it and from it',
    { t: ['a'], a: ['b'], b: ['c'], c: ['a', 'd'], d: [] },
    'abc',
  ],
  ['a file that imports itself', { a: ['a'], b: ['a'] }, ['a']],
  ['what is not among the files', { a: ['x'], b: ['a'] }, []],
])('%s', (_, imports, circles) => expect(inCircles(filesOf(imports as Record<string, string[]>))).toEqual([...circles]))

test('no file imports itself by way of others: neither values nor types, neither at once nor later', () => {
  expect(inCircles(sourceFiles().filter((file) => !isTest(file)))).toEqual([])
})
