import { useText } from '../../../ui/words.ts'
import { SettingChoice } from '../../platform/open/user-config-choice.tsx'
import type { SettingsSection } from '../../platform/open/user-config-section.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { deviceDisplays } from './settings.ts'
import { liveText } from './text.ts'

const words = { device: 'opensOwn', list: 'opensList', page: 'opensPage' } as const

function DeviceDisplay() {
  const t = useText(liveText)
  const [display, setDisplay] = useSetting('equipDisplay')
  const options = deviceDisplays.map((value) => ({ value, label: t(words[value]) }))
  return (
    <SettingChoice
      name={t('opensName')}
      note={t('opensNote')}
      value={display}
      options={options}
      onChange={setDisplay}
    />
  )
}

export default [
  { place: 20, may: 'monitor:view', label: { en: 'Device pages', 'zh-cn': '设备页面' }, Body: DeviceDisplay },
] satisfies SettingsSection[]
