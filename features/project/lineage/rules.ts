// Parts of a lineage, limited to what the caller may see. Pure. Decision 28.
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import type { Words } from '../../../drivers/driver.ts'
import { alarmSignals } from '../../device/alarm-rules/rules.ts'
import { piecesOf } from '../../device/open/config-condition.ts'

const same = (text: string): Words => ({ en: text, 'zh-cn': text })

/** The name of a driver type and its connection fields, without secrets. */
export function drivenBy({ type, params }: Driver): { protocol: Words; connection: { label: Words; value: Words }[] } {
  const about = aboutOf(type)
  if (!about) return { protocol: same(type), connection: [] }
  const own = { ...about.initial, ...about.later, ...params } as Record<string, unknown>
  const connection = about.fields
    .filter(({ section, input }) => section === 'connection' && input !== 'secret' && input !== 'file')
    .flatMap(({ key, label, options, unit }) => {
      const value = own[key]
      if (typeof value !== 'string' && typeof value !== 'number') return []
      if (value === '') return []
      const option = options?.find((each) => each.value === value)
      return [{ label, value: option?.label ?? same(unit ? `${value} ${unit}` : String(value)) }]
    })
  return { protocol: about.names, connection }
}

type Piece = { text: string | null; input: number | null }

/** A formula in pieces; variables as indexes into `shown`, invisible ones with neither text nor index. */
export const formulaPieces = (expression: string, shown: readonly number[]): Piece[] =>
  piecesOf(expression).map(({ text, signalId }) => {
    if (signalId === undefined) return { text, input: null }
    const input = shown.indexOf(signalId)
    return { text: null, input: input < 0 ? null : input }
  })

const isOn = ({ enabled }: { enabled?: boolean | undefined }): boolean => enabled !== false

/** The alarm rules that use a variable. */
export const alarmsOn = ({ alarms }: EquipmentConfig, signalId: number) =>
  alarms
    .filter(({ condition }) => alarmSignals(condition).includes(signalId))
    .map((rule) => ({ id: rule.id, name: rule.name, level: rule.level, isEnabled: isOn(rule) }))

/** The reports that store a variable. */
export const reportsOn = ({ reports }: EquipmentConfig, signalId: number) =>
  reports
    .filter(({ columns }) => columns.some((column) => Number(column.signalId) === signalId))
    .map((report) => {
      const { id, name, mode, type } = report
      return { id, name, mode, type, isEnabled: isOn(report) }
    })
