// The fields of a geofence: its two position variables, and its area, drawn on the map or typed.
import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { type Area, areaLimits } from '../../../contract/area.ts'
import { isNumberType } from '../../../core/scaling.ts'
import { formatNumber } from '../../../ui/format.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { signalOptions } from '../config/part-signal-options.ts'
import { AreaMap } from './area-map.tsx'
import { AlarmField } from './field.tsx'
import { alarmRuleText } from './text.ts'
import type { AlarmPart } from './use-was.ts'
import { useWas } from './use-was.ts'
import { areaWords } from './words.ts'

export function FenceFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, faultOf } = part
  const was = useWas(part)
  return (
    <>
      <div className="alarm-two">
        <CoordinateField {...part} field="longitudeId" label={t('fenceLongitude')} />
        <CoordinateField {...part} field="latitudeId" label={t('fenceLatitude')} />
        <AlarmField label={t('border')} was={was('border', (border) => t(border))}>
          <Select
            value={editing.border}
            options={(['outside', 'inside'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(border) => change({ border })}
          />
        </AlarmField>
        <AlarmField
          label={t('margin')}
          was={was('marginM', (value) => `${formatNumber(value)} m`)}
          fault={faultOf('condition.marginM')}
          note={t('marginNote')}
        >
          <InputNumber
            controls={false}
            min={0}
            max={areaLimits.marginM}
            value={editing.marginM}
            suffix="m"
            onChange={(marginM) => change({ marginM: marginM ?? 0 })}
          />
        </AlarmField>
      </div>
      <AlarmField
        label={t('area')}
        required
        isGroup
        was={was('area', (area) => areaWords(t, area))}
        fault={faultOf('condition.area')}
      >
        <AreaField area={editing.area} onArea={(area) => change({ area })} />
      </AlarmField>
      <p className="alarm-note">{t('fenceNote')}</p>
    </>
  )
}

function CoordinateField({
  field,
  label,
  ...part
}: AlarmPart & { field: 'longitudeId' | 'latitudeId'; label: string }) {
  const { editing, change, signals, faultOf } = part
  const was = useWas(part)
  const chosen = editing[field]
  const title = (id: number) => signals.find((signal) => signal.id === id)?.title ?? `#${id}`
  return (
    <AlarmField label={label} required was={was(field, title)} fault={faultOf(`condition.${field}`)}>
      <Select
        value={chosen ?? null}
        options={signalOptions(signals, ({ dataType }) => isNumberType(dataType), chosen)}
        showSearch={{ optionFilterProp: 'search' }}
        onChange={(next) => next && change({ [field]: next })}
      />
    </AlarmField>
  )
}

type Corners = Extract<Area, { kind: 'polygon' }>['corners']
type Circle = Partial<Omit<Extract<Area, { kind: 'circle' }>, 'kind'>>

const usualRadiusM = 500
/** Rounds to 1e-5 degrees, about one metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Keeps the inputs of both shapes, circle and polygon; reports an area only when it is complete. */
function AreaField({ area, onArea }: { area: Area | undefined; onArea: (area: Area | undefined) => void }) {
  const t = useText(alarmRuleText)
  const [kind, setKind] = useState<Area['kind']>(area?.kind ?? 'circle')
  const [circle, setCircle] = useState<Circle>(area?.kind === 'circle' ? area : { radiusM: usualRadiusM })
  const [corners, setCorners] = useState<Corners>(area?.kind === 'polygon' ? area.corners : [])
  const takeCircle = (next: Circle) => {
    setCircle(next)
    onArea(circleOf(next))
  }
  const takeCorners = (next: Corners) => {
    setCorners(next)
    onArea(polygonOf(next))
  }
  const choose = (next: Area['kind']) => {
    setKind(next)
    onArea(next === 'circle' ? circleOf(circle) : polygonOf(corners))
  }
  const press = (longitude: number, latitude: number) => {
    const place = [rounded(longitude), rounded(latitude)] as [number, number]
    if (kind === 'circle') takeCircle({ ...circle, longitude: place[0], latitude: place[1] })
    else if (corners.length < areaLimits.corners.max) takeCorners([...corners, place])
  }
  return (
    <div className="alarm-area">
      <Segmented
        label={t('area')}
        value={kind}
        options={(['circle', 'polygon'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={choose}
      />
      <p className="alarm-note">{t(`${kind}Hint`)}</p>
      <AreaMap area={kind === 'circle' ? circleOf(circle) : { kind, corners }} onPress={press} />
      {kind === 'circle' ? (
        <CircleFields circle={circle} onCircle={takeCircle} />
      ) : (
        <div className="alarm-corners">
          <span>
            {corners.length < areaLimits.corners.min ? t('tooFewCorners') : t('corners', { count: corners.length })}
          </span>
          <PlainAct disabled={corners.length === 0} onClick={() => takeCorners(corners.slice(0, -1))}>
            {t('removeCorner')}
          </PlainAct>
          <PlainAct disabled={corners.length === 0} onClick={() => takeCorners([])}>
            {t('removeCorners')}
          </PlainAct>
        </div>
      )}
    </div>
  )
}

function circleOf({ longitude, latitude, radiusM }: Circle): Area | undefined {
  if (longitude === undefined || latitude === undefined || radiusM === undefined) return undefined
  return { kind: 'circle', longitude, latitude, radiusM }
}

const polygonOf = (corners: Corners): Area | undefined =>
  corners.length < areaLimits.corners.min ? undefined : { kind: 'polygon', corners }

const circleFields = [
  { key: 'latitude', label: 'areaLatitude', min: -90, max: 90, unit: '°' },
  { key: 'longitude', label: 'areaLongitude', min: -180, max: 180, unit: '°' },
  { key: 'radiusM', label: 'radius', ...areaLimits.radiusM, unit: 'm' },
] as const

function CircleFields({ circle, onCircle }: { circle: Circle; onCircle: (circle: Circle) => void }) {
  const t = useText(alarmRuleText)
  return (
    <div className="alarm-three">
      {circleFields.map(({ key, label, min, max, unit }) => (
        <AlarmField key={key} label={t(label)} required>
          <InputNumber
            controls={false}
            {...{ min, max }}
            value={circle[key] ?? null}
            suffix={unit}
            onChange={(value) => onCircle({ ...circle, [key]: value ?? undefined })}
          />
        </AlarmField>
      ))}
    </div>
  )
}
