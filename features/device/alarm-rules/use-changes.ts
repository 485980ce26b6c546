// Changes of many alarm rules from their list: switching on and off, deleting.
import { useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { Head } from '../config/part-editing.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useRefresh } from '../open/config-query.ts'
import { saveAlarmRules } from './contract.ts'
import { alarmRuleText } from './text.ts'

export type Changes = ReturnType<typeof useChanges>

/** Texts that differ by a count. */
export type Counted = (
  key: 'switchedOn' | 'switchedOff' | 'rows' | 'deletedMany' | 'chosen',
  of: { count: number },
) => string

/**
 * Saves changes of many rules in one version. After a conflict, shows the version of the other user and overwrites
 * nothing.
 */
export function useChanges({ info, head }: { info: EquipmentInfo; head: Head }) {
  const t = useText(alarmRuleText)
  const refresh = useRefresh()
  const shown = useName()
  const [busy, setBusy] = useState(false)
  const send = async (save: readonly AlarmRule[], remove: readonly AlarmRule[], done: string) => {
    setBusy(true)
    try {
      const rules = { save: [...save], remove: remove.map(({ id }) => id) }
      await call(saveAlarmRules, { equipmentId: info.id, version: head.version, ...rules })
      toast.good(`${done} ${info.sn ? t('sent') : ''}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.bad(error)
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const enable = (rules: readonly AlarmRule[], isOn: boolean) =>
    send(
      rules.map((rule) => ({ ...rule, enabled: isOn })),
      [],
      (t as Counted)(isOn ? 'switchedOn' : 'switchedOff', { count: rules.length }),
    )
  return {
    busy,
    enable,
    /** Asks before several rules are switched off. Returns true after the rules are saved. */
    enableMany: async (rules: readonly AlarmRule[], isOn: boolean): Promise<boolean> => {
      if (!isOn && rules.length > 1) {
        const target = (t as Counted)('rows', { count: rules.length })
        const question = { title: t('switchOffTitle'), act: t('switchOff'), target, note: t('switchOffNote') }
        if (!(await confirm({ ...question, danger: true }))) return false
      }
      await enable(rules, isOn)
      return true
    },
    /** Returns true after the rules are deleted. */
    remove: async (rules: readonly AlarmRule[]): Promise<boolean> => {
      const [first] = rules
      if (!first) return false
      const isOne = rules.length === 1
      const target = isOne ? shown(first.name) : (t as Counted)('rows', { count: rules.length })
      const title = t(isOne ? 'deleteTitle' : 'deleteManyTitle')
      if (!(await confirm({ title, act: t('delete'), target, note: t('deleteNote'), danger: true }))) return false
      const done = isOne
        ? t('deleted', { name: shown(first.name) })
        : (t as Counted)('deletedMany', { count: rules.length })
      await send([], rules, done)
      return true
    },
  }
}
