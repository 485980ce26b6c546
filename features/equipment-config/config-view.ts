// A device's configuration as its differences are shown.

import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import { labelOf } from '../../ui/words.ts'
import { fieldsView } from '../versioned/rules.ts'
import { driversView } from './driver-view.ts'
import { reportsView } from './report-view.ts'
import { signalText } from './signal-text.ts'
import { signalsView } from './signal-view.ts'

export const configView = fieldsView<EquipmentConfig>(labelOf(signalText, 'versions'), {
  drivers: driversView,
  signals: signalsView,
  reports: reportsView,
})
