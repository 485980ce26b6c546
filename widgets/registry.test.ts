import { describe, expect, test } from 'vitest'
import { loadWidget, widgetHere } from './registry.ts'
import { typeNameOfFile } from './type-name.ts'

test.each([
  ['usual/data-text', 'DataText'],
  ['usual/webgl', 'Webgl'],
  ['shape/line', 'shapeLine'],
  ['complex/line', 'complexLine'],
  ['script/bar', 'scriptBar'],
  ['navigate/image-text', 'ImageText'],
  ['group/group', 'group'],
])('the file %s draws the type %s', (file, type) => expect(typeNameOfFile(file)).toBe(type))

describe('a type', () => {
  test('that does not exist is rejected', async () => {
    await expect(loadWidget('NoSuch')).rejects.toThrow('NoSuch')
  })

  test('is available once it has loaded', async () => {
    expect(widgetHere('NoSuch')).toBeUndefined()
    const prism = await loadWidget('Prism')
    expect(widgetHere('Prism')).toBe(prism)
  })

  test('is loaded once', () => expect(loadWidget('Rect')).toBe(loadWidget('Rect')))
})
