// Chooses a place on the map instead of typing it, for forms with fields `longitude` and `latitude`. For use by other
// rooms.
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import type { Place } from '../../../core/geo.ts'
import { Act } from '../../../ui/act.tsx'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import type { OpenMap } from '../../../widgets/map/open-map.ts'
import '../ground/place-picker.css'
import { placePickerText } from '../ground/text.ts'
import { MapGround } from './ground.tsx'

/** A button within the form; the chosen place is written into the two fields. */
export function PlacePicker({ onChosen }: { onChosen: () => void }) {
  const t = useText(placePickerText)
  const form = Form.useFormInstance()
  const [open, setOpen] = useState(false)
  const { longitude, latitude } = form.getFieldsValue(['longitude', 'latitude']) as Record<string, unknown>
  const at = typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : undefined
  const choose = (place: Place) => {
    // 1e-5 degrees is about a metre.
    const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
    const [x, y] = [rounded(place.longitude), rounded(place.latitude)]
    form.setFieldsValue({ longitude: x, latitude: y })
    setOpen(false)
    // Notifies the caller, because the form itself reports only values that were typed.
    onChosen()
  }
  return (
    <>
      <PlainAct kind="link" onClick={() => setOpen(true)}>
        {t('choose')}
      </PlainAct>
      {open && <Picker at={at} onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}

type PickerProps = { at: Place | undefined; onChoose: (place: Place) => void; onClose: () => void }

function Picker({ at, onChoose, onClose }: PickerProps) {
  const t = useText(placePickerText)
  const [place, setPlace] = useState(at)
  return (
    <ModalBox label={t('choose')} width={720} onClose={onClose}>
      <div className="place-picker">
        <h2>{t('choose')}</h2>
        <p>{t('chooseNote')}</p>
        <MapGround noMap={t('noMap')} isAlone onPress={setPlace}>
          {(map) => <Pin map={map} place={place} />}
        </MapGround>
        <footer>
          <span>{place ? `${place.longitude.toFixed(5)}°, ${place.latitude.toFixed(5)}°` : t('noPlaceYet')}</span>
          <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
          <Act kind="primary" why={!place && t('noPlaceYet')} onClick={() => place && onChoose(place)}>
            {t('take')}
          </Act>
        </footer>
      </div>
    </ModalBox>
  )
}

/** A pin at the place, if there is one; the map initially centres on it. */
function Pin({ map, place }: { map: OpenMap | undefined; place: Place | undefined }) {
  const [begun] = useState(place)
  useEffect(() => {
    if (begun) map?.look({ kind: 'at', ...begun, zoom: 11 })
  }, [map, begun])
  const [pin] = useState(() => {
    const element = document.createElement('div')
    element.className = 'place-pin'
    return element
  })
  const { longitude, latitude } = place ?? {}
  useEffect(() => {
    if (longitude === undefined || latitude === undefined) return undefined
    return map?.put(pin, { longitude, latitude })
  }, [map, pin, longitude, latitude])
  return null
}
