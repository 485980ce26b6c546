// How a difference between alarm rules is displayed: the condition in words, variables by title.
import type {
  AlarmCondition,
  AlarmMethod,
  AlarmRule,
  AlarmStep,
  EquipmentConfig,
} from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import { formatSeconds } from '../../../ui/format.ts'
import { joinParts, joinWords } from '../../../ui/punctuation.ts'
import { type Label, labelOf } from '../../../ui/words.ts'
import type { RoomView } from '../../frame/config-views.ts'
import { derivedView, fieldsView, listView, valueView } from '../../platform/versioned/rules.ts'
import { alarmRuleText } from './text.ts'
import { conditionWords, contentWords, type Known, knownOf, stepWords } from './words.ts'

type Key = Parameters<typeof alarmRuleText.t>[0]

const label = (key: Key): Label => labelOf(alarmRuleText, key as never)
const word = (key: Key, language: Language): string => label(key)[language]

/** The variables of each configuration by id, cached per configuration. */
const made = new WeakMap<object, Known>()
function signalsOf(root: EquipmentConfig): Known {
  const known = made.get(root) ?? knownOf(root.signals)
  made.set(root, known)
  return known
}

const secondsOf = (key: Key) =>
  valueView<number>(label(key), (seconds, _root, language) => formatSeconds(seconds, language), 0)

const view = listView<AlarmRule>({
  label: label('rules'),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  item: fieldsView<AlarmRule>(label('rule'), {
    id: derivedView,
    origin: derivedView,
    name: valueView(label('name')),
    condition: valueView<AlarmCondition, EquipmentConfig>(label('condition'), (condition, root, language) =>
      conditionWords(alarmRuleText.in(language), condition, signalsOf(root)),
    ),
    level: valueView<AlarmRule['level']>(label('level'), (level, _root, language) => word(level, language)),
    onDelayS: secondsOf('onDelay'),
    offDelayS: secondsOf('offDelay'),
    latched: valueView<boolean>(label('latched'), undefined, false),
    content: valueView<string, EquipmentConfig>(label('content'), (content, root) =>
      contentWords(content, signalsOf(root)),
    ),
    advice: valueView(label('advice')),
    setPointIds: valueView<number[], EquipmentConfig>(
      label('setPoints'),
      (ids, root, language) =>
        joinWords(
          ids.map((id) => signalsOf(root).get(id)?.title ?? `#${id}`),
          language,
        ),
      [],
    ),
    methods: valueView<AlarmMethod[]>(
      label('methods'),
      (methods, _root, language) =>
        joinWords(
          methods.map((method) => word(method, language)),
          language,
        ),
      [],
    ),
    steps: valueView<AlarmStep[]>(
      label('steps'),
      (steps, _root, language) =>
        joinParts(
          steps.map((step) => stepWords(alarmRuleText.in(language), step)),
          language,
        ),
      [],
    ),
    enabled: valueView<boolean>(label('enabled'), undefined, true),
  }),
})

export default { key: 'alarms', view } satisfies RoomView
