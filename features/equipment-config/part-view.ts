// A device's configuration as its differences are shown: each part as its room shows it.
import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import { labelOf } from '../../ui/words.ts'
import { driversView } from '../device-driver/part-view.ts'
import { reportsView } from '../device-report/part-view.ts'
import { signalsView } from '../device-signal/part-view.ts'
import { fieldsView, type View } from '../versioned/rules.ts'
import { configText } from './text.ts'

const partViews: { [K in keyof EquipmentConfig]-?: View } = {
  drivers: driversView,
  signals: signalsView,
  reports: reportsView,
}

export const configViewOf = (views: { [key: string]: View } = partViews): View =>
  fieldsView<object>(labelOf(configText, 'configuration'), views)

export const configView = configViewOf()
