// How differences between history reports are displayed: rules in words, variables by title.
import type { EquipmentConfig, Report, ReportColumn, Signal } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { formatSeconds } from '../../../ui/format.ts'
import { type Label, labelOf, type Text } from '../../../ui/words.ts'
import type { RoomView } from '../../frame/config-views.ts'
import { derivedView, fieldsView, listView, valueView } from '../../platform/versioned/rules.ts'
import { reportText } from './text.ts'
import { conditionWords, periodWords } from './words.ts'

type Key = Parameters<typeof labelOf<typeof reportText extends Text<infer W> ? W : never>>[1]

const label = (key: Key): Label => labelOf(reportText, key)
const word = (key: Key, language: Language): string => label(key)[language]

/** The variables of each configuration by id, cached per configuration. */
const known = new WeakMap<object, ReadonlyMap<number, Signal>>()
function signalsOf(root: EquipmentConfig): ReadonlyMap<number, Signal> {
  const made = known.get(root) ?? new Map(root.signals.map((signal) => [signal.id as number, signal]))
  known.set(root, made)
  return made
}
const titleOf = (id: number, root: EquipmentConfig) => signalsOf(root).get(id)?.title ?? `#${id}`

const columns = listView<ReportColumn, EquipmentConfig>({
  label: label('pick'),
  // A column is identified by its variable and aggregation.
  idOf: ({ signalId, aggregation }) => `${signalId} ${aggregation ?? ''}`,
  nameOf: ({ signalId, aggregation }, root, language) =>
    [titleOf(signalId, root), ...(aggregation ? [word(aggregation, language)] : [])].join(' · '),
  item: fieldsView<ReportColumn>(label('signal'), { id: derivedView, signalId: derivedView, aggregation: derivedView }),
})

const view = listView<Report>({
  label: label('reports'),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  item: fieldsView<Report>(label('basics'), {
    id: derivedView,
    origin: derivedView,
    name: valueView(label('name')),
    type: valueView<Report['type']>(label('type'), (type, _root, language) => word(type, language)),
    mode: valueView<Report['mode']>(label('mode'), (mode, _root, language) => word(mode, language)),
    period: valueView<NonNullable<Report['period']>>(label('period'), (period, _root, language) =>
      periodWords(reportText.in(language), period, language),
    ),
    condition: valueView<NonNullable<Report['condition']>, EquipmentConfig>(
      label('condition'),
      (condition, root, language) => conditionWords(reportText.in(language), condition, signalsOf(root)),
    ),
    fluctuation: valueView<number>(label('fluctuation'), undefined, 0),
    isPercent: valueView<boolean>(
      label('unit'),
      (isPercent, _root, language) => word(isPercent ? 'percent' : 'inUnits', language),
      false,
    ),
    minIntervalMs: valueView<number>(
      label('minInterval'),
      (ms, _root, language) => formatSeconds(ms / 1000, language),
      limits.changeIntervalMs,
    ),
    triggerSignalId: valueView<number, EquipmentConfig>(label('trigger'), titleOf),
    columns,
    enabled: valueView<boolean>(label('enabled'), undefined, true),
  }),
})

export default { key: 'reports', view } satisfies RoomView
