import { expect, test } from 'vitest'
import { frameFault } from './rules.ts'

test.each([
  ['https://other.example/a?b', 'https://plant.example/page', undefined],
  ['http://other.example/', 'http://plant.example/page', undefined],
  ['http://other.example/', 'https://plant.example/page', 'plainHttp'],
  ['', 'https://plant.example/', 'noLink'],
  ['  ', 'https://plant.example/', 'noLink'],
  ['/monitor', 'https://plant.example/', 'ownSite'],
  ['https://plant.example/monitor', 'https://plant.example/', 'ownSite'],
  ['https://PLANT.example/monitor', 'https://plant.example/', 'ownSite'],
  ['https://plant.example./monitor', 'https://plant.example/', 'ownSite'],
  ['https://plant.example:9443/', 'https://plant.example/', 'ownSite'],
  ['http://user:pw@plant.example/', 'http://plant.example/', 'ownSite'],
  ['//other.example/', 'https://plant.example/', 'ownSite'],
  ['javascript:alert(1)', 'https://plant.example/', 'notWeb'],
  ['data:text/html,x', 'https://plant.example/', 'notWeb'],
  ['blob:https://plant.example/1', 'https://plant.example/', 'notWeb'],
  ['other.example', 'https://plant.example/', 'notWeb'],
])('%j on %s: %s', (link, here, fault) => expect(frameFault(link, here)).toBe(fault))
