// The weather at a place, now and for some days, from the platform's provider. [S3 Weather]
import { formatTime } from '../../ui/format.ts'
import { useLanguage } from '../../ui/language.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { choiceField, numberField, textField, type ValuesOf } from '../fields.ts'
import type { WeatherNow } from '../services.ts'
import { useAsked } from '../use-asked.ts'
import { skies, skyOf, windName } from '../weather/sky.ts'
import { weatherText } from '../weather/text.ts'
import { type DrawProps, widget } from '../widget.ts'
import './weather.css'

const byHand = { field: 'positionType', is: ['manual'] }
const byArea = { field: 'positionType', is: ['area'] }
const area = { section: 'content', when: byArea } as const

const data = {
  positionType: choiceField('manual', {
    section: 'content',
    label: { en: 'Place', 'zh-cn': '位置方式' },
    options: [
      { value: 'manual', label: { en: 'By hand', 'zh-cn': '手动指定' } },
      { value: 'area', label: { en: 'By area', 'zh-cn': '按地区' } },
    ],
  }),
  title: textField('', { section: 'content', label: { en: 'Name of the place', 'zh-cn': '地点名称' } }),
  /** If both coordinates are 0, no location is set. */
  latitude: numberField(0, {
    ...{ section: 'content', min: -90, max: 90, unit: '°', when: byHand },
    label: { en: 'Latitude', 'zh-cn': '纬度' },
  }),
  longitude: numberField(0, {
    ...{ section: 'content', min: -180, max: 180, unit: '°', when: byHand },
    label: { en: 'Longitude', 'zh-cn': '经度' },
  }),
  provinceId: textField('', { ...area, label: { en: 'Province code', 'zh-cn': '省代码' } }),
  cityId: textField('', { ...area, label: { en: 'City code', 'zh-cn': '市代码' } }),
  countyId: textField('', { ...area, label: { en: 'County code', 'zh-cn': '区县代码' } }),
}

const style = {
  themeColor: choiceField('white', {
    section: 'fill',
    label: { en: 'Theme', 'zh-cn': '主题颜色' },
    options: [
      { value: 'white', label: { en: 'White', 'zh-cn': '白色' } },
      { value: 'blue', label: { en: 'Blue', 'zh-cn': '蓝色' } },
      { value: 'orange', label: { en: 'Orange', 'zh-cn': '橙色' } },
      { value: 'yellow', label: { en: 'Yellow', 'zh-cn': '黄色' } },
    ],
  }),
  radius: numberField(10, {
    ...{ section: 'fill', min: 0, max: 200, unit: 'px' },
    label: { en: 'Corner radius', 'zh-cn': '圆角' },
  }),
}

const renewMs = 15 * 60_000

export const degrees = (value: number): string => `${Math.round(value) + 0} °C`.replace('-', '−')

/** The name of a weekday. Dates are local to the place, so they are formatted without a zone. */
export const dayName = (date: string, language: 'en' | 'zh-cn'): string => {
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return date
  return day.toLocaleDateString(language === 'en' ? 'en-GB' : 'zh-CN', { weekday: 'short', timeZone: 'UTC' })
}

function SkyMark({ code, isDay, size }: { code: number; isDay: boolean; size: number }) {
  const language = useLanguage()
  const { label, shape } = skies[skyOf(code, isDay)]
  return (
    <svg
      className="weather-sky"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={labelIn(label, language)}
    >
      <path d={shape} />
    </svg>
  )
}

function Now({ now, title, clock }: { now: WeatherNow; title: string; clock: string }) {
  const t = useText(weatherText)
  const language = useLanguage()
  const sky = labelIn(skies[skyOf(now.code, now.isDay)].label, language)
  const wind = now.wind === null ? undefined : `${now.wind.toFixed(1)} m/s`
  const from = now.windFrom === null ? '' : `${windName(now.windFrom, language)} `
  const said = { time: formatTime(now.at, clock).slice(0, 16), source: now.source }
  return (
    <>
      {title && <b title={title}>{title}</b>}
      <div className="weather-now">
        <SkyMark code={now.code} isDay={now.isDay} size={44} />
        <strong>{degrees(now.temperature)}</strong>
        <span>{sky}</span>
      </div>
      <dl>
        {now.humidity !== null && (
          <div>
            <dt>{t('humidity')}</dt>
            <dd>{`${Math.round(now.humidity)} %`}</dd>
          </div>
        )}
        {wind && (
          <div>
            <dt>{t('wind')}</dt>
            <dd>{from + wind}</dd>
          </div>
        )}
      </dl>
      <ol>
        {now.days.slice(0, 4).map(({ date, low, high, code }) => (
          <li key={date}>
            <span>{dayName(date, language)}</span>
            <SkyMark code={code} isDay size={18} />
            <span>{`${degrees(low).replace(' °C', '°')} – ${degrees(high).replace(' °C', '°')}`}</span>
          </li>
        ))}
      </ol>
      <small data-old={now.isOld ? '' : undefined}>{t(now.isOld ? 'old' : 'at', said)}</small>
    </>
  )
}

function Asked({ of, mode, host }: { of: ValuesOf<typeof data> } & Pick<DrawProps, 'mode' | 'host'>) {
  const t = useText(weatherText)
  const { latitude, longitude, positionType, title } = of
  const hasPlace = positionType === 'manual' && (latitude !== 0 || longitude !== 0)
  const isAsked = mode === 'run' && hasPlace && !host.isPast
  const asked = useAsked({
    ...{ host, service: 'weather', everyMs: renewMs },
    key: isAsked ? `${latitude} ${longitude}` : null,
    ask: (weather, ending) => weather.at({ latitude, longitude }, ending),
  })
  if (positionType === 'area') return <WidgetNote>{t('noAreas')}</WidgetNote>
  if (!hasPlace) return <WidgetNote>{t('noPlace')}</WidgetNote>
  if (mode !== 'run') return <WidgetNote>{t('onPage')}</WidgetNote>
  if (host.isPast) return <WidgetNote>{t('onlyNow')}</WidgetNote>
  if (asked.data === null) return <WidgetNote>{t('notSetUp')}</WidgetNote>
  return (
    <>
      <AskedNote asked={asked} />
      {asked.data && <Now now={asked.data} title={title} clock={host.clock} />}
    </>
  )
}

export default widget({
  family: 'complex',
  word: 'Weather',
  name: { en: 'Weather', 'zh-cn': '天气' },
  size: { width: 260, height: 240 },
  style,
  data,
  mark: 'outline',
  Draw: ({ style: { themeColor, radius }, data: of, mode, host }) => (
    <section className="weather" data-theme-colour={themeColor} style={{ borderRadius: radius }}>
      <Asked of={of} mode={mode} host={host} />
    </section>
  ),
})
