import { expect, test } from 'vitest'
import { readFields } from './fields.ts'
import { textCss, textStyle } from './text-style.ts'

const faceOf = (fontFamily: unknown) => textCss(readFields(textStyle, { fontFamily })).fontFamily

test.each(['Microsoft YaHei', '微软雅黑, sans-serif', '"DIN 1451"'])('a text can use the font %s', (face) =>
  expect(faceOf(face)).toBe(face),
)

test.each([undefined, '', 7, 'x;background:url(//a)', 'x'.repeat(200)])(
  "with %j the text has the theme's font",
  (face) => expect(faceOf(face)).toBeUndefined(),
)
