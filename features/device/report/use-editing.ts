// The state of the report editor.
import { call } from '../../../contract/call.ts'
import type { EquipmentConfig, Report } from '../../../contract/equipment-config.ts'
import { useText } from '../../../ui/words.ts'
import { type BeginEditing, usePartEditing, withDraftIn } from '../config/part-editing.ts'
import { saveReport } from './contract.ts'
import { draftOf, type Editing, editingOf, isSame, mergedEditing } from './editing.ts'
import { reportFaults } from './rules.ts'
import { reportText } from './text.ts'

export type Begin = BeginEditing<Editing> & {
  /** Id of the changed report; undefined for a new report. */
  reportId: Report['id'] | undefined
}

const savedIn = ({ reports }: EquipmentConfig, reportId: Report['id'] | undefined): Editing | undefined => {
  const report = reports.find(({ id }) => id === reportId)
  return report && editingOf(report.type, report)
}

export function useEditing({ reportId, ...begin }: Begin) {
  const t = useText(reportText)
  return usePartEditing(begin, reportId, {
    savedIn: (config) => savedIn(config, reportId),
    draftOf: (editing, { signals }) => draftOf(editing, signals),
    faultsOf: (editing, config, equipmentId) => reportFaults(draftOf(editing, config.signals), config, equipmentId),
    isSame: (a, b, { signals }) => isSame(a, b, signals),
    merged: mergedEditing,
    withDraft: ({ reports, ...config }, draft) => ({
      ...config,
      reports: withDraftIn(reports, draft),
    }),
    save: (at, report) => call(saveReport, { ...at, report }),
    words: {
      what: t('reports'),
      saved: (name) => t('saved', { name }),
      sent: t('sent'),
      discardTitle: t('discardTitle'),
      discardNote: t('discardNote'),
      leave: t('discard'),
    },
  })
}
