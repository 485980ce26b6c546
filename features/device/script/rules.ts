// Validation of scripts, and the part of a script that a gateway receives. Pure: page and server use it. [S2 Scripts]
import { type ConfigPart, following } from '../../../contract/config-part.ts'
import { EquipmentConfig, type Script, type Signal } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import type { SignalId } from '../../../contract/fields.ts'
import type { GatewayScript } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { Words } from '../../../drivers/driver.ts'
import { type Fault, faultText, withoutEmpty } from '../open/config-fault.ts'
import type { ScriptDraft } from './contract.ts'

const reasons = {
  required: { en: 'required', 'zh-cn': '必填' },
  noSuchName: { en: 'the device has no variable “{name}”', 'zh-cn': '设备中没有变量“{name}”' },
  readOnly: { en: '“{name}” is read-only', 'zh-cn': '“{name}”为只读变量' },
  noTrigger: { en: 'choose at least one variable', 'zh-cn': '请至少选择一个变量' },
  noSuchSignal: { en: 'this variable does not exist', 'zh-cn': '变量不存在' },
  neverRead: { en: '“{name}” is write-only and cannot be read', 'zh-cn': '“{name}”为只写变量，无法读取' },
  tooManyNames: { en: 'it uses more than {name} variables', 'zh-cn': '使用的变量超过 {name} 个' },
} satisfies Record<string, Words>

type ScriptFault = { field: string; line?: number } & Fault

const bad = (field: string, reason: keyof typeof reasons, name: string | number = ''): ScriptFault => ({
  field,
  error: 'badParameter',
  reason: reasons[reason],
  details: { field, name: String(name) },
})

const word = /[A-Za-z][A-Za-z0-9_]*/g
const asked = /\b(read|write)\s*\(\s*(['"`])([^'"`\\\n$]*)\2/g

/** Variables that a script uses: every word equal to the name of one. */
export function namesIn(source: string, signals: readonly Pick<Signal, 'id' | 'name'>[]): Map<string, Signal['id']> {
  const words = new Set(source.match(word))
  return new Map(signals.filter(({ name }) => words.has(name)).map(({ id, name }) => [name, id]))
}

/** Literal names in calls of `read` and `write`, with their lines. */
export const askedIn = (source: string): { act: 'read' | 'write'; name: string; line: number }[] =>
  [...source.matchAll(asked)].map(({ 1: act, 3: name = '', index }) => ({
    act: act as 'read',
    name,
    line: source.slice(0, index).split('\n').length,
  }))

function sourceFaults({ source }: Pick<Script, 'source'>, signals: readonly Signal[]): ScriptFault[] {
  if (source.trim() === '') return [bad('source', 'required')]
  const known = new Map(signals.map((signal) => [signal.name as string, signal]))
  const faults = askedIn(source).flatMap(({ act, name, line }): ScriptFault[] => {
    const signal = known.get(name)
    if (!signal) return [{ ...bad('source', 'noSuchName', name), line }]
    return act === 'write' && signal.access === 'r' ? [{ ...bad('source', 'readOnly', name), line }] : []
  })
  const isTooMany = namesIn(source, signals).size > limits.scriptNames
  return [...faults, ...(isTooMany ? [bad('source', 'tooManyNames', limits.scriptNames)] : [])]
}

function triggerFaults({ trigger }: Pick<Script, 'trigger'>, signals: readonly Signal[]): ScriptFault[] {
  if (trigger.kind !== 'change') return []
  if (trigger.signalIds.length === 0) return [bad('trigger.signalIds', 'noTrigger')]
  return trigger.signalIds.flatMap((id) => {
    const signal = signals.find((each) => each.id === id)
    if (!signal) return [bad('trigger.signalIds', 'noSuchSignal')]
    return signal.access === 'w' ? [bad('trigger.signalIds', 'neverRead', signal.title)] : []
  })
}

/** All faults of a script of this device; `config.scripts` are the other scripts. */
export function scriptFaults(script: ScriptDraft, config: EquipmentConfig): ScriptFault[] {
  const name = script.name.trim().toLowerCase()
  const isTaken = config.scripts.some((other) => other.id !== script.id && other.name.toLowerCase() === name)
  return [
    ...(name === '' ? [bad('name', 'required')] : []),
    ...(isTaken ? [{ field: 'name', error: 'nameExists', details: { name: script.name } } as const] : []),
    ...triggerFaults(script, config.signals),
    ...sourceFaults(script, config.signals),
  ]
}

/** The script as it is saved: without default values. */
export function tidyScript<S extends ScriptDraft | Script>({ trigger, enabled, ...rest }: S): S {
  const own = trigger.kind === 'change' ? { ...trigger, signalIds: [...new Set(trigger.signalIds)] } : trigger
  return withoutEmpty({ ...rest, trigger: own, enabled: enabled === false ? false : undefined }) as unknown as S
}

function gatewayScript({ id, source, trigger }: Script, signals: readonly Signal[]): GatewayScript {
  const names = Object.fromEntries([...namesIn(source, signals)].sort(([a], [b]) => (a < b ? -1 : 1)))
  if (trigger.kind === 'period') return { id, source, names, everyMs: trigger.everyMs }
  return trigger.kind === 'start'
    ? { id, source, names, atStart: true }
    : { id, source, names, onChange: [...trigger.signalIds] }
}

const inUse = (name: string, language: Language, why: string) =>
  fail('inUse', { reason: language === 'en' ? `script “${name}”: ${why}` : `脚本“${name}”：${why}` })

export const scriptPart: ConfigPart<'scripts'> = {
  key: 'scripts',
  schema: EquipmentConfig.shape.scripts,
  capacity: { limit: limits.scriptsPerEquipment, error: 'scriptCapacity' },
  isLater: true,
  // Rejects renaming, removing or write-protecting a variable that a script uses.
  faultOf(config, { language }) {
    for (const script of config.scripts) {
      const [fault] = scriptFaults(script, config)
      if (fault) return inUse(script.name, language, faultText(fault, language))
    }
    return undefined
  },
  gateway(config) {
    const { scripts: all } = config
    const scripts = all
      .filter(({ enabled }) => enabled !== false)
      .map((script) => gatewayScript(script, config.signals))
    return scripts.length > 0 ? { scripts } : {}
  },
  // A script refers to variables by name, and following a template keeps names equal.
  following: following<Script>({
    sequence: 'script_id',
    likeness: ({ name }) => name.toLowerCase(),
    renumbered: ({ trigger, ...script }, numbers) => ({
      ...script,
      trigger:
        trigger.kind === 'change'
          ? { ...trigger, signalIds: trigger.signalIds.map((id) => numbers.signal(id) as SignalId) }
          : trigger,
    }),
    own: () => ({ may: [], has: [] }),
    usual: { enabled: true },
  }),
}
