// Devices on a map, with the state of their gateways. [S3 Map]
import { useMemo } from 'react'
import { useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { choiceField, flagField, listField, numberField, textField, type ValuesOf } from '../fields.ts'
import { Counts } from '../map/counts.tsx'
import { DeviceMap } from '../map/device-map.tsx'
import { shownOf } from '../map/rules.ts'
import { mapText } from '../map/text.ts'
import { useAsked } from '../use-asked.ts'
import { type DrawProps, widget } from '../widget.ts'

/** Maximum number of devices listed by hand. */
const mostListed = 500

const byHand = { field: 'center', is: ['manual'] }

const data = {
  equipments: listField(
    {
      equipmentId: numberField(0, {
        ...{ min: 0, max: Number.MAX_SAFE_INTEGER },
        label: { en: 'Device no.', 'zh-cn': '设备编号' },
      }),
      title: textField('', { label: { en: 'Name here', 'zh-cn': '显示名称' } }),
    },
    { section: 'content', most: mostListed, label: { en: 'Devices (none: all)', 'zh-cn': '设备（空为全部）' } },
  ),
  totalCount: flagField(true, { section: 'content', label: { en: 'Number of devices', 'zh-cn': '设备总数' } }),
  equipProportion: flagField(true, {
    section: 'content',
    label: { en: 'How many in each state', 'zh-cn': '设备状态占比' },
  }),
  titleEnable: flagField(true, { section: 'content', label: { en: 'Names of devices', 'zh-cn': '显示设备名称' } }),
  signalEnable: flagField(true, {
    section: 'content',
    label: { en: 'Signal of the gateway', 'zh-cn': '显示网关信号' },
  }),
  center: choiceField('auto', {
    section: 'content',
    label: { en: 'Looks at', 'zh-cn': '地图中心' },
    options: [
      { value: 'auto', label: { en: 'All devices', 'zh-cn': '全部设备' } },
      { value: 'manual', label: { en: 'A place', 'zh-cn': '指定位置' } },
    ],
  }),
  latitude: numberField(0, {
    ...{ section: 'content', min: -85, max: 85, unit: '°', when: byHand },
    label: { en: 'Latitude', 'zh-cn': '纬度' },
  }),
  longitude: numberField(0, {
    ...{ section: 'content', min: -180, max: 180, unit: '°', when: byHand },
    label: { en: 'Longitude', 'zh-cn': '经度' },
  }),
  address: textField('', {
    section: 'content',
    when: byHand,
    label: { en: 'Address of the place', 'zh-cn': '中心地址' },
  }),
  zoom: numberField(12, {
    ...{ section: 'content', min: 0, max: 20, when: byHand },
    label: { en: 'Zoom', 'zh-cn': '缩放级别' },
  }),
}

const style = {
  theme: choiceField('auto', {
    section: 'fill',
    label: { en: 'Theme', 'zh-cn': '主题' },
    options: [
      { value: 'auto', label: { en: 'As the application', 'zh-cn': '跟随系统' } },
      { value: 'light', label: { en: 'Light', 'zh-cn': '浅色' } },
      { value: 'dark', label: { en: 'Dark', 'zh-cn': '深色' } },
    ],
  }),
}

const renewMs = 10_000

type Of = ValuesOf<typeof data>

type AskedProps = { of: Of; tone: 'light' | 'dark' } & Pick<DrawProps, 'host' | 'mode'>

function Asked({ of, tone, host, mode }: AskedProps) {
  const t = useText(mapText)
  const key = mode === 'run' && !host.isPast ? 'all' : null
  const places = useAsked({
    ...{ host, service: 'devices', key, everyMs: renewMs },
    ask: (devices, ending) => devices.placed(ending),
  })
  const pictures = useAsked({ ...{ host, service: 'devices', key }, ask: (devices, ending) => devices.tiles(ending) })
  const { url, credit = '' } = pictures.data ?? {}
  // Keeps the tiles object for an equal answer, so that the map does not jump back to its start.
  const tiles = useMemo(() => (url === undefined ? null : { url, credit }), [url, credit])
  const { center, latitude, longitude, zoom, address } = of
  if (mode !== 'run')
    return <WidgetNote>{[t('atRun'), center === 'manual' && address].filter(Boolean).join(' · ')}</WidgetNote>
  if (host.isPast) return <WidgetNote>{t('onlyNow')}</WidgetNote>
  if (!places.data) return <AskedNote asked={places} />
  const devices = shownOf(places.data, of.equipments).map((each) => ({ ...each, name: host.words(each.name) }))
  const isOld = places.state !== 'ready'
  const at = center === 'manual' ? { latitude, longitude, zoom } : undefined
  return (
    <>
      <AskedNote asked={isOld ? places : pictures} isStrip />
      {devices.length === 0 && (
        <WidgetNote>
          {t(
            places.data.length > 0 && of.equipments.every(({ equipmentId }) => equipmentId === 0)
              ? 'noDevices'
              : 'noPlaces',
          )}
        </WidgetNote>
      )}
      {devices.length > 0 && pictures.state !== 'waiting' && (
        <>
          <DeviceMap
            {...{ devices, isOld, tone, tiles, at }}
            withTitles={of.titleEnable}
            withSignal={of.signalEnable}
          />
          <Counts devices={devices} of={of} isOld={isOld} />
        </>
      )}
    </>
  )
}

function Themed({ theme, ...asked }: { theme: 'auto' | 'light' | 'dark' } & Omit<AskedProps, 'tone'>) {
  const own = useTone()
  const tone = theme === 'auto' ? own : theme
  return (
    <section className="device-map" data-theme={tone}>
      <Asked {...asked} tone={tone} />
    </section>
  )
}

export default widget({
  family: 'complex',
  word: 'Map',
  name: { en: 'Map', 'zh-cn': '地图' },
  size: { width: 480, height: 320 },
  style,
  data,
  mark: 'outline',
  Draw: ({ style: { theme }, data: of, mode, host }) => <Themed theme={theme} of={of} mode={mode} host={host} />,
})
