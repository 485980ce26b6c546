// Runs over the words of every room. That keys agree is the compiler's work; that marks agree is checked here.
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import type { Text } from '../../ui/words.ts'

const files = import.meta.glob<Record<string, Text<Record<string, string>>>>(
  ['../../features/*/text.ts', '../../ui/text.ts', './text.ts', '../../{widgets,designer}/**/text.ts'],
  { eager: true },
)
const rooms = Object.values(files)
  .flatMap((file) => Object.values(file))
  .filter((value) => typeof value.room === 'string')
  .map(({ room }) => room)

const bundle = (language: string, room: string) => i18next.getResourceBundle(language, room) as Record<string, string>
const marks = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g))].sort()
const plain = (key: string) => key.replace(/_(one|other)$/, '')

describe.each(rooms)('the words of %s', (room) => {
  const english = bundle('en', room)
  const chinese = bundle('zh-cn', room)

  it('fill in the same in both languages', () => {
    for (const [key, text] of Object.entries(english).filter(([key]) => !key.endsWith('_one'))) {
      expect({ key, marks: marks(chinese[key] ?? chinese[plain(key)]) }).toEqual({ key, marks: marks(text) })
    }
  })

  it('leave nothing empty', () => {
    expect([...Object.values(english), ...Object.values(chinese)].filter((text) => text.trim() === '')).toEqual([])
  })
})

it('no two rooms share a name', () => expect(new Set(rooms).size).toBe(rooms.length))
