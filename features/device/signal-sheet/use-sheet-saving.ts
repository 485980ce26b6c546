// Saves the sheet, once the user accepts which stored variables are lost.
import { useMemo, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useLoss } from '../report/part-loss.ts'
import { sheetText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

/** `onStale`: another user has saved a newer version. `held`: why deleted variables cannot be removed. */
export function useSheetSaving({ name, sn }: Pick<EquipmentInfo, 'name' | 'sn'>, sheet: Sheet, onStale: () => void) {
  const t = useText(sheetText)
  const { heldText, mayLose } = useLoss()
  const [saving, setSaving] = useState(false)
  const gone = useMemo(() => new Set<number>(sheet.changes.remove), [sheet.changes])
  const save = async () => {
    if (!(await mayLose(sheet.head.config, gone, name))) return
    setSaving(true)
    try {
      const result = await sheet.save()
      if (result.at === 'stale') onStale()
      else if (result.at === 'refused') toast.bad(result.error)
      else toast.good(`${t('saved', { version: sheet.head.version + 1 })} ${sn ? t('sent') : ''}`)
    } finally {
      setSaving(false)
    }
  }
  return { saving, save, held: heldText(sheet.head.config, gone) }
}
