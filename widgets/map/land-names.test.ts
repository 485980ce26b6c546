// Names on maps without tiles.
import { expect, test } from 'vitest'
import { namesFrom } from './land-names.ts'
import { cities } from './place-names.ts'

test('each rank has its names in the language, from its zoom on', () => {
  const rows = [
    ['Hangzhou', '杭州', 120.155, 30.274, 2],
    ['Shanghai', '上海', 121.47, 31.23, 1],
  ] as const
  const [first, second] = namesFrom(rows, [3, 5], 'zh-cn')
  expect(first).toMatchObject({ rank: 1, fromZoom: 3, data: { features: [{ properties: { name: '上海' } }] } })
  expect(second!.data.features).toEqual([
    {
      type: 'Feature',
      properties: { name: '杭州' },
      geometry: { type: 'Point', coordinates: [120.155, 30.274] },
    },
  ])
  expect(namesFrom(rows, [3], 'en')[0]!.data.features.map(({ properties }) => properties.name)).toEqual(['Shanghai'])
})

test('cities are named once, in both languages, on the earth', () => {
  for (const language of [0, 1] as const) expect(new Set(cities.map((row) => row[language])).size).toBe(cities.length)
  for (const [en, zh, longitude, latitude, rank] of cities) {
    expect(zh, en).toMatch(/\p{Script=Han}/u)
    expect(en).not.toMatch(/\p{Script=Han}/u)
    expect(Math.abs(longitude), en).toBeLessThanOrEqual(180)
    expect(Math.abs(latitude), en).toBeLessThanOrEqual(85)
    expect(rank, en).toBeLessThanOrEqual(5)
  }
})
