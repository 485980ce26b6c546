import { useText } from '../../../ui/words.ts'
import { SettingChoice } from '../../platform/open/user-config-choice.tsx'
import type { SettingsSection } from '../../platform/open/user-config-section.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { dialogSettings } from './settings.ts'
import { alarmAlertText } from './text.ts'

const words = { show: 'yes', hide: 'no' } as const

function AlarmDialogSetting() {
  const t = useText(alarmAlertText)
  const [shown, setShown] = useSetting('alarmDialog')
  return (
    <SettingChoice
      name={t('dialogName')}
      note={t('dialogNote')}
      value={shown}
      options={dialogSettings.map((value) => ({ value, label: t(words[value]) }))}
      onChange={setShown}
    />
  )
}

export default [
  { place: 40, may: 'alarm:view', label: { en: 'Alarms', 'zh-cn': '报警' }, Body: AlarmDialogSetting },
] satisfies SettingsSection[]
