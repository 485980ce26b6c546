// A device's configuration as its differences are shown.

import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import { labelOf } from '../../ui/words.ts'
import { fieldsView } from '../versioned/rules.ts'
import { driversView } from '../device-driver/view.ts'
import { reportsView } from '../device-report/view.ts'
import { signalText } from '../device-signal/text.ts'
import { signalsView } from '../device-signal/view.ts'

export const configView = fieldsView<EquipmentConfig>(labelOf(signalText, 'versions'), {
  drivers: driversView,
  signals: signalsView,
  reports: reportsView,
})
