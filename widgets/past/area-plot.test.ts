import { expect, test } from 'vitest'
import { readFields } from '../fields.ts'
import { loadWidget } from '../registry.ts'
import { areaPlot } from './area-plot.ts'

const style = {
  marginTop: 26,
  marginRight: 20,
  marginBottom: 50,
  marginLeft: 48,
  fontSize: 16,
  fontColor: 'ink1',
  axisWidth: 0,
  axisColor: '',
}

const adapt = { mode: 'adapt', minVal: 0, maxVal: 100 } as const

test('axis labels have the size and colour of the author', () =>
  expect(areaPlot(adapt, style).axis).toEqual({ fontPx: 16, ink: 'var(--shade-ink1)' }))

test('without a valid colour each axis has that of its line', () => {
  expect(areaPlot(adapt, { ...style, fontColor: '' }).axis).toEqual({ fontPx: 16 })
  expect(areaPlot(adapt, { ...style, fontColor: 'url(x)' }).axis).toEqual({ fontPx: 16 })
})

test('axis lines have the width and colour of the author', () => {
  expect(areaPlot(adapt, { ...style, axisWidth: 2 }).axis?.line).toEqual({ widthPx: 2 })
  expect(areaPlot(adapt, { ...style, axisWidth: 2, axisColor: 'ink1' }).axis?.line).toEqual({
    ...{ widthPx: 2, ink: 'var(--shade-ink1)' },
  })
  expect(areaPlot(adapt, style).axis?.line).toBeUndefined()
})

test('a fixed range is used if its minimum is below its maximum', () => {
  expect(areaPlot({ ...adapt, mode: 'custom' }, style).range).toEqual([0, 100])
  expect(areaPlot({ mode: 'custom', minVal: 5, maxVal: 5 }, style).range).toBeUndefined()
  expect(areaPlot(adapt, style).range).toBeUndefined()
})

test('a page without these fields is drawn as before', async () => {
  const area = await loadWidget('Area')
  expect(readFields(area.style ?? {}, {})).toMatchObject({ fontSize: 11, fontColor: '', marginBottom: 50 })
})
