// The pinned and recent places at the foot of the navigation.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { setLanguage } from '../../ui/language.ts'
import { NavPlaces } from './nav-places.tsx'

const place = { path: '/monitor/eg/list', name: '', icon: 'device' as const, label: 'Devices' }
const none = { pinned: [], recent: [], isPinned: false, isFull: false, canPin: false, togglePin: undefined }
const html = (places: Partial<Parameters<typeof NavPlaces>[0]['places']>) => {
  setLanguage('en')
  return renderToStaticMarkup(<NavPlaces places={{ ...none, ...places }} onGo={() => undefined} />)
}
const headings = (places: Parameters<typeof html>[0]) =>
  [...html(places).matchAll(/<h2>(.*?)<\/h2>/g)].map(([, inner]) => inner!.replace(/<[^>]*>/g, ''))

test('the heading of pins is only drawn with pins or the action', () => {
  expect(headings({ recent: [place] })).toEqual(['Recent'])
  expect(headings({ pinned: [place] })).toEqual(['Pinned pages'])
  expect(headings({ canPin: true })).toEqual(['Pin this page'])
})

test('without places and action nothing is drawn', () => expect(html({})).toBe(''))
