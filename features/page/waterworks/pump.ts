// The faceplate of a pump: one page for all pumps. `{pump}` is the prefix of its variables' names, `{tag}` its name.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Binding, PageWidget } from '../../../contract/page-document.ts'
import type { Click } from './drawing.ts'

export const faceplateSize = { width: 560, height: 460 }

/** A click that opens the faceplate of a pump; undefined without a faceplate. */
export const faceplateOf = (pageId: number | undefined, pump: string, tag: string): Click | undefined =>
  pageId === undefined ? undefined : { pageId, params: `pump=${pump}&tag=${tag}`, hint: tag, ...faceplateSize }

export function pumpFaceplate(equipId: EquipmentId): PageWidget[] {
  const widgets: PageWidget[] = []
  const of = (name: string): Binding => ({ type: 'signal', equipId, signalName: `{pump}${name}` })
  const put = (widgetType: string, [x, y, width, height]: readonly number[], parts: Partial<PageWidget> = {}) =>
    widgets.push({
      ...{ id: `w${widgets.length + 1}`, widgetType, version: 1 },
      position: { x: x!, y: y!, width: width!, height: height!, rotate: 0 },
      ...parts,
    })
  const text = (x: number, y: number, width: number, words: string, style: object = {}) =>
    put('Text', [x, y, width, 22], { data: { text: words }, style: { fontSize: 13, ...style } })
  const row = (y: number, words: string, name: string, unit: string, decimals: number) => {
    text(20, y, 150, words, { fontColor: 'ink2' })
    const style = { fontSize: 16, bold: true, align: 'right' }
    put('DataText', [150, y - 2, 120, 24], { data: { ...of(name), unit, decimals }, style })
  }
  const key = (x: number, words: string, pressType: 'set1' | 'set0', kind: string) =>
    put('Button', [x, 170, 110, 36], {
      data: { text: words },
      style: { kind },
      clickEvent: { enable: true, action: 'write', writeType: 'press', pressType, data: of('Start') },
    })

  const fault = { ...of('Tripped'), role: 'fault' }
  put('Symbol', [20, 16, 72, 72], { data: { symbol: 'pump', ...of('Running'), signalArray: [fault] } })
  text(108, 20, 200, '{tag}', { fontSize: 20, bold: true })
  const said = { trueText: 'Running', falseText: 'Stopped' }
  put('DataText', [108, 50, 160, 24], { data: { ...of('Running'), ...said }, style: { fontSize: 14 } })
  row(106, 'Speed', 'Speed', 'rpm', 0)
  row(138, 'Current', 'Current', 'A', 1)
  row(170, 'Running hours', 'Hours', 'h', 0)
  put('Straight', [296, 20, 1, 190], { style: { stroke: 'line', strokeWidth: 1 } })
  const gauge = { ...of('Speed'), unit: 'rpm', decimals: 0, maxVal: 1500, lowVal: 600, highVal: 1490 }
  put('Dashboard', [430, 12, 116, 108], { data: gauge, style: { fontSize: 14 } })
  text(312, 24, 110, 'Speed set point', { fontColor: 'ink2' })
  put('Input', [312, 50, 104, 34], { data: { ...of('SpeedSp'), unit: 'rpm', maxVal: 1500, decimals: 0 } })
  text(312, 142, 200, 'Operate', { fontColor: 'ink2' })
  key(312, 'Start', 'set1', 'plain')
  key(432, 'Stop', 'set0', 'danger')
  text(20, 226, 300, 'Last hour', { bold: true })
  put('complexLine', [20, 250, 520, 196], {
    data: { signalArray: [of('Speed'), of('Current')], timeRange: 60 },
  })
  return widgets
}
