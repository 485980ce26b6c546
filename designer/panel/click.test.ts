import { expect, test } from 'vitest'
import { clickOf, pageOf } from '../../widgets/host/click-event.ts'
import { changedClick, isShownName, shownClick, shownPageTitle } from './click.ts'

const ofDevice = { enable: true, action: 'page', pageId: 0, equipPageId: 12, mainId: 4, equipTitle: 'Pump house' }

test('a device page is shown in the common page field', () => {
  expect(shownClick(ofDevice)).toMatchObject({ pageId: 12, mainId: 4 })
  expect(shownClick({ pageId: 3, equipPageId: 12 })).toMatchObject({ pageId: 3 })
  expect(shownClick({ type: 'main', mainPageId: 7, equipPageId: 12 })).toMatchObject({ pageId: 7 })
  expect(shownClick(undefined)).toEqual({ pageId: 0 })
})

test('a page of another device or project is shown under its stored name', () => {
  expect(shownPageTitle(ofDevice)).toBe('Pump house')
  expect(shownPageTitle({ type: 'main', mainPageId: 7, mainTitle: 'Energy', equipTitle: 'x' })).toBe('Energy')
  expect(shownPageTitle({ ...ofDevice, pageId: 3 })).toBe('')
  expect(['pageId', 'equipTitle', 'mainId', 'mainTitle'].map(isShownName)).toEqual([true, false, false, false])
})

test('selecting another page replaces the old one, and none clears it', () => {
  const next = changedClick(ofDevice, 'pageId', 30)
  expect(next).toEqual({ ...ofDevice, pageId: 30, equipPageId: 0, mainId: 0, equipTitle: '' })
  expect(pageOf(clickOf(next)!)).toBe(30)
  expect(clickOf(changedClick(ofDevice, 'pageId', 0))).toBeUndefined()
  const ofProject = { enable: true, action: 'page', type: 'main', mainPageId: 7 }
  expect(clickOf(changedClick(ofProject, 'pageId', 0))).toBeUndefined()
  expect(changedClick({ link: 'a' }, 'link', 'b')).toEqual({ link: 'b' })
})
