// The pages of the demonstration: nothing outside of the screen, readable texts, every number of a variable, both
// languages.
import { describe, expect, test } from 'vitest'
import { variableOf } from '../../../apps/demo/station.ts'
import { Signal } from '../../../contract/equipment-config.ts'
import { EquipmentId } from '../../../contract/fields.ts'
import { type PageWidget, signalOf, wordsIn } from '../../../contract/page-document.ts'
import { SceneContent } from '../../../contract/scene-document.ts'
import { stationKeys, stationMaps } from '../../../plant/waterworks/registers.ts'
import { intakeModel } from '../scene/seed-model.ts'
import { cardsOf, pointsOf, stationPage } from './cards.ts'
import { distributionStation } from './distribution.ts'
import { energyOfWorks } from './energy.ts'
import { pageSize } from './grid.ts'
import { intakeStation } from './intake.ts'
import { intakeIn3d, intakeScene } from './intake-3d.ts'
import { overviewOfWorks } from './overview.ts'
import { pageWords } from './seed-words.ts'
import { treatmentWorks } from './treatment.ts'

let nextId = 1
const devices = new Map(
  stationKeys.map((station, index) => {
    const signals = stationMaps[station].registers.map((register) =>
      Signal.parse({ ...variableOf(register, 1), id: nextId++ }),
    )
    return [station as string, { equipmentId: EquipmentId.parse(index + 1), config: { signals } }] as const
  }),
)
const points = pointsOf(devices)
const drawn = ['intake', 'treatment', 'distribution', 'control']
const opens = { faceplate: 1, energy: 2, stations: new Map(drawn.map((station, index) => [station, index + 3])) }

const pages: [string, PageWidget[]][] = [
  ['overview', overviewOfWorks(points, opens)],
  ['energy', energyOfWorks(points, 1)],
  ['intake', intakeStation(points, 1, 2)],
  ['intake in 3D', intakeIn3d(points, 'key', 1)],
  ['treatment', treatmentWorks(points)],
  ['distribution', distributionStation(points, 1)],
  ...[...devices].flatMap(([station, { config }]): [string, PageWidget[]][] =>
    drawn.includes(station) ? [] : [[station, stationPage(points, station, station, config.signals)]],
  ),
]

/** The box that a widget covers, a quarter turn included. */
function boxOf({ position: { x, y, width, height, rotate } }: PageWidget) {
  const [wide, high] = rotate % 180 === 0 ? [width, height] : [height, width]
  const [left, top] = [x + (width - wide) / 2, y + (height - high) / 2]
  return { left, top, right: left + wide, bottom: top + high }
}

/** The least font in px of the page: 11 px where the page is 1440 px wide. */
const leastFont = (11 * pageSize.width) / 1440

describe.each(pages)('the page %s', (_, widgets) => {
  test('is within the screen, and fills it', () => {
    const boxes = widgets.map(boxOf)
    expect(boxes.filter(({ left, top }) => left < 0 || top < 0)).toEqual([])
    expect(boxes.filter(({ right, bottom }) => right > pageSize.width || bottom > pageSize.height)).toEqual([])
    expect(Math.max(...boxes.map(({ right }) => right))).toBeGreaterThan(pageSize.width - 40)
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeGreaterThan(pageSize.height - 40)
  })

  test('has no text below 11 px at a width of 1440 px', () => {
    const fonts = widgets.flatMap(({ widgetType, style = {} }) =>
      ['fontSize', 'legendFontSize'].flatMap((key) => {
        const size: unknown = Reflect.get(style, key)
        return typeof size === 'number' && size < leastFont ? [`${widgetType} ${size}`] : []
      }),
    )
    expect(fonts).toEqual([])
    const texts = widgets.filter(({ widgetType }) => ['Text', 'DataText', 'Button', 'Alarm'].includes(widgetType))
    expect(texts.filter(({ style }) => style?.fontSize === undefined)).toEqual([])
  })

  test('shows every value of an existing variable', () => {
    const shown = widgets.filter(({ widgetType }) => ['DataText', 'PercentFill'].includes(widgetType))
    expect(shown.filter(({ data = {} }) => signalOf(data) === undefined)).toEqual([])
    const charts = widgets.filter(({ widgetType }) => /^complex|^Ring/.test(widgetType))
    expect(charts.filter(({ data }) => !Array.isArray(data?.signalArray) || data.signalArray.length === 0)).toEqual([])
  })

  test('has its texts in Chinese', () => {
    const named = stationKeys.flatMap((key) => [
      key,
      ...stationMaps[key].registers.flatMap(({ nameEn, groupEn }) => [nameEn, groupEn]),
    ])
    const known = new Set([...Object.keys(pageWords), ...named])
    const isSign = (text: string) => /^([A-Z]-?\d+|3D|pH|\W*)$/.test(text)
    const missing = widgets.flatMap(wordsIn).filter((text) => !known.has(text) && !isSign(text))
    expect([...new Set(missing)]).toEqual([])
  })
})

test('an alarm in a card has the colour of a severe alarm while it is on', () => {
  const states = intakeStation(points).filter(({ data }) => data?.trueText === 'alarm')
  const coloured = states.filter(({ animation }) => Reflect.get(animation?.font ?? {}, 'color') === 'severe')
  const title = stationMaps.intake.registers.find(({ key }) => key === 'generalAlarm')?.nameEn
  expect(coloured.map(({ data }) => data?.title)).toContain(title)
  // Numbers have no such state.
  const flags = new Set(
    stationMaps.intake.registers.flatMap(({ dataType, nameEn }) => (dataType === 'bool' ? nameEn : [])),
  )
  for (const { data } of coloured) expect(flags).toContain(data?.title)
})

test('a page without its variables shows neither alarms of other devices nor values', () => {
  const widgets = stationPage(pointsOf(new Map()), 'tower', 'Tower', devices.get('tower')!.config.signals)
  expect(widgets.filter(({ widgetType }) => widgetType === 'Alarm')).toEqual([])
})

test('cards list the readable variables of a device in groups', () => {
  const texts = cardsOf('intake', 'Intake', devices.get('intake')!).flatMap(wordsIn)
  expect(texts).toEqual(expect.arrayContaining(['Intake', 'Well level', 'Raw water', 'Turbidity']))
  expect(texts).not.toContain('Intake flow set point')
})

test('the scene of the intake binds existing nodes to existing variables', () => {
  const content = SceneContent.parse(intakeScene(points))
  const text = intakeModel().toString('latin1')
  for (const { name, bindings } of content.nodes) {
    expect(text).toContain(`"${name}"`)
    expect(bindings.length, name).toBeGreaterThan(0)
    for (const binding of bindings) expect(signalOf(binding), name).toBeDefined()
  }
  expect(content.views.length).toBeGreaterThan(0)
})
