import { useMutation } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import './delivery.css'
import { mutationOf } from '../../../contract/call.ts'
import { offsetName } from '../../../core/zone.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useMe } from '../../../ui/me.ts'
import { MinuteSpanField } from '../../../ui/minute-span.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { SettingChoice } from '../../platform/open/user-config-choice.tsx'
import type { SettingsSection } from '../../platform/open/user-config-section.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { tryReach } from './contract.ts'
import { type ReachHours, reachLanguages, reachLevels } from './settings.ts'
import { deliveryText } from './text.ts'

const ways = [
  { method: 'email', setting: 'alarmByEmail', name: 'byEmail' },
  { method: 'sms', setting: 'alarmBySms', name: 'bySms' },
  { method: 'phone', setting: 'alarmByPhone', name: 'byPhone' },
] as const

const usualHours: ReachHours = { days: [1, 2, 3, 4, 5, 6, 7], from: 7 * 60, to: 22 * 60, isSevereHeld: false }

function Reach() {
  const t = useText(deliveryText)
  const [hours, setHours] = useSetting('alarmHours')
  const [language, setLanguage] = useSetting('alarmLanguage')
  const languages = { rule: t('rule'), en: t('english'), 'zh-cn': t('chinese') }
  return (
    <>
      <p className="delivery-about">{t('reachNote')}</p>
      {ways.map((way) => (
        <Way key={way.method} {...way} />
      ))}
      <SettingChoice
        name={t('when')}
        note={t('whenNote')}
        value={hours ? 'hours' : 'any'}
        options={[
          { value: 'any', label: t('anyTime') },
          { value: 'hours', label: t('inHours') },
        ]}
        onChange={(value) => setHours(value === 'any' ? null : usualHours)}
      />
      {hours && <Hours hours={hours} onChange={setHours} />}
      <SettingChoice
        name={t('language')}
        note={t('languageNote')}
        value={language}
        options={reachLanguages.map((value) => ({ value, label: languages[value] }))}
        onChange={setLanguage}
      />
    </>
  )
}

function Way({ method, setting, name }: (typeof ways)[number]) {
  const t = useText(deliveryText)
  const [level, setLevel] = useSetting(setting)
  const { mutate, isPending } = useMutation({
    ...mutationOf(tryReach),
    onSuccess: ({ isSent }) => toast.good(t(isSent ? 'tried' : 'triedStored')),
    onError: (error) => toast.bad(error),
  })
  return (
    <SettingChoice
      name={t(name)}
      note={
        <PlainAct kind="link" busy={isPending} onClick={() => mutate({ method })}>
          {t('tryIt')}
        </PlainAct>
      }
      value={level}
      options={reachLevels.map((value) => ({ value, label: t(value) }))}
      onChange={setLevel}
    />
  )
}

/** The names of the weekdays are those of a week that starts on Monday, 2024-01-01. */
const weekday = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

const week = [1, 2, 3, 4, 5, 6, 7]

/** The time zone of the hours: the platform does not know the browser's. */
function HoursZone() {
  const t = useText(deliveryText)
  const me = useMe()
  if (!me) return null
  const zone = me.ownZone ?? me.zone
  return <small>{t(me.ownZone ? 'hoursOwn' : 'hoursCompany', { zone, offset: offsetName(zone, Date.now()) })}</small>
}

function Hours({ hours, onChange }: { hours: ReachHours; onChange: (hours: ReachHours) => void }) {
  const t = useText(deliveryText)
  const language = useLanguage()
  return (
    <div className="delivery-hours">
      <Checkbox.Group<number>
        aria-label={t('days')}
        value={hours.days}
        options={week.map((value) => ({ value, label: weekday(value, language) }))}
        // The last day cannot be removed: without any day no message would be sent.
        onChange={(days) => days.length > 0 && onChange({ ...hours, days: [...days].sort((a, b) => a - b) })}
      />
      <MinuteSpanField
        label={`${t('from')} – ${t('to')}`}
        value={hours}
        onChange={(span) => onChange({ ...hours, ...span })}
      />
      <Checkbox
        checked={!hours.isSevereHeld}
        onChange={({ target }) => onChange({ ...hours, isSevereHeld: !target.checked })}
      >
        {t('severeToo')}
      </Checkbox>
      <HoursZone />
    </div>
  )
}

export default [
  {
    place: 41,
    may: 'alarm:view',
    label: { en: 'Alarms by e-mail, SMS and phone', 'zh-cn': '报警通知方式' },
    Body: Reach,
  },
] satisfies SettingsSection[]
