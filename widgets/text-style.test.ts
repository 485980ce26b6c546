import { expect, test } from 'vitest'
import { readFields } from './fields.ts'
import { textCss, textStyle } from './text-style.ts'

const faceOf = (fontFamily: unknown) => textCss(readFields(textStyle, { fontFamily })).fontFamily

test.each(['Microsoft YaHei', '微软雅黑, sans-serif', '"DIN 1451"'])('a text is set in %s', (face) =>
  expect(faceOf(face)).toBe(face),
)

test.each([undefined, '', 7, 'x;background:url(//a)', 'x'.repeat(200)])(
  'with %j it has the face of the theme',
  (face) => expect(faceOf(face)).toBeUndefined(),
)
