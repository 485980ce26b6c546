// A place chosen on the map instead of typed: for forms with fields `longitude` and `latitude`. For use by other rooms, like
// every file named part-*.
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { queryOf } from '../../contract/call.ts'
import { Act } from '../../ui/act.tsx'
import { ModalBox } from '../../ui/modal-box.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import type { Place } from '../../widgets/map/open-map.ts'
import { mapText } from '../../widgets/map/text.ts'
import { useMap } from '../../widgets/map/use-map.ts'
import '../../widgets/map/device-map.css'
import { queryMapTiles } from '../monitor/contract.ts'
import './map.css'
import { mapPageText } from './text.ts'

/** A button within the form; what is chosen stands in its two fields. */
export function PlacePicker({ onChosen }: { onChosen: () => void }) {
  const t = useText(mapPageText)
  const form = Form.useFormInstance()
  const [open, setOpen] = useState(false)
  const { longitude, latitude } = form.getFieldsValue(['longitude', 'latitude']) as Record<string, unknown>
  const at = typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : undefined
  const choose = (place: Place) => {
    // A hundred thousandth of a degree is a metre.
    const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
    const [x, y] = [rounded(place.longitude), rounded(place.latitude)]
    form.setFieldsValue({ longitude: x, latitude: y })
    setOpen(false)
    // The form itself tells only of what is typed.
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
  const t = useText(mapPageText)
  const [place, setPlace] = useState(at)
  const { data: tiles, isPending } = useQuery(queryOf(queryMapTiles, {}))
  return (
    <ModalBox label={t('choose')} width={720} onClose={onClose}>
      <div className="place-picker">
        <h2>{t('choose')}</h2>
        <p>{t('chooseNote')}</p>
        <section className="device-map" data-theme={useTone()}>
          {!isPending && <PickerMap tiles={tiles ?? null} place={place} onPlace={setPlace} />}
        </section>
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

const noView = () => undefined

function PickerMap({
  tiles,
  place,
  onPlace,
}: {
  tiles: { url: string; credit: string } | null
  place: Place | undefined
  onPlace: (place: Place) => void
}) {
  const t = useText(mapText)
  const page = useText(mapPageText)
  const tone = useTone()
  const node = useRef<HTMLDivElement>(null)
  const [hasPictures, setHasPictures] = useState(true)
  const { map, fault } = useMap(node, {
    ...{ tone, tiles, outlines: t('outlines'), isAlone: true },
    ...{ onPictures: setHasPictures, onView: noView, onPress: onPlace },
  })
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
  return (
    <>
      <div ref={node} className="map-view" />
      {fault && <p className="map-list">{page('noMap')}</p>}
      {map && tiles && !hasPictures && <p className="map-note">{t('noPictures')}</p>}
    </>
  )
}
