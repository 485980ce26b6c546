import { Select } from 'antd'
import { machineZone } from '../../../core/zone.ts'
import { setMe } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { zoneOptions } from '../../../ui/zone-options.ts'
import type { SettingsSection } from '../open/user-config-section.ts'
import { useSetting } from '../open/user-config-setting.ts'
import { userConfigText } from './text.ts'

/** The value of the first option: a select has no null. */
const browser = ''

function OwnZone() {
  const t = useText(userConfigText)
  const [zone, setZone] = useSetting('ownZone', (ownZone) => setMe((now) => now && { ...now, ownZone }))
  return (
    <div className="setting">
      <div>
        <b id="own-zone">{t('zoneName')}</b>
        <p>{t('zoneNote')}</p>
      </div>
      <Select
        className="setting-select"
        aria-labelledby="own-zone"
        value={zone ?? browser}
        options={[{ value: browser, label: t('zoneOfBrowser', { zone: machineZone() }) }, ...zoneOptions]}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next) => setZone(next || null)}
      />
    </div>
  )
}

export default [
  { place: 5, may: 'signedIn', label: { en: 'Time zone', 'zh-cn': '时区' }, Body: OwnZone },
] satisfies SettingsSection[]
