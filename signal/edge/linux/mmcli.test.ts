import { describe, expect, it } from 'vitest'
import { firstModem, parseModem, parsePairs, parsePlace, sourcesOf } from './mmcli.ts'

// Output of ModemManager 1.20 and 1.22, shortened; device numbers and positions are made up.
const quectel = `modem.dbus-path                                 : /org/freedesktop/ModemManager1/Modem/0
modem.generic.device-identifier                 : 9e9526885e6f0658886c9ab2ee1b07975818214d
modem.generic.manufacturer                      : QUALCOMM INCORPORATED
modem.generic.model                             : QUECTEL Mobile Broadband Module: EG25-G
modem.generic.equipment-identifier              : 004401000000001
modem.generic.primary-port                      : cdc-wdm0
modem.generic.ports.length                      : 5
modem.generic.ports.value[1]                    : cdc-wdm0 (qmi)
modem.generic.ports.value[2]                    : ttyUSB1 (gps)
modem.generic.ports.value[3]                    : ttyUSB2 (at)
modem.generic.ports.value[4]                    : ttyUSB3 (at)
modem.generic.ports.value[5]                    : wwan0 (net)
modem.generic.state                             : connected
modem.generic.state-failed-reason               : --
modem.generic.access-technologies.length        : 1
modem.generic.access-technologies.value[1]      : lte
modem.generic.signal-quality.value              : 81
modem.generic.signal-quality.recent             : yes
modem.3gpp.imei                                 : 004401000000001
modem.3gpp.operator-name                        : Example: $(reboot)
`
const noSim = `modem.generic.equipment-identifier              : 866738087531461
modem.generic.ports.length                      : 4
modem.generic.ports.value[1]                    : ttyUSB0 (at)
modem.generic.ports.value[2]                    : ttyUSB5 (at)
modem.generic.ports.value[3]                    : ttyUSB6 (ignored)
modem.generic.ports.value[4]                    : usb0 (net)
modem.generic.state                             : failed
modem.generic.state-failed-reason               : sim-missing
modem.generic.access-technologies               : --
modem.generic.signal-quality.value              : 0
modem.generic.signal-quality.recent             : no
modem.3gpp.imei                                 : --
`

describe('a modem in the output of mmcli', () => {
  it.each([
    [
      'modem-list.length   : 1\nmodem-list.value[1] : /org/freedesktop/ModemManager1/Modem/3\n',
      '/org/freedesktop/ModemManager1/Modem/3',
    ],
    ['modem-list.length : 0\n', undefined],
    ['modem-list.value[1] : --help\n', undefined],
    ['', undefined],
  ])('is found in %j', (text, path) => expect(firstModem(text)).toBe(path))

  it('has strength, technology and IMEI if it is registered', () => {
    expect(parseModem(quectel)).toEqual({
      imei: '004401000000001',
      strength: 81,
      technology: '4G',
      interfaces: ['wwan0'],
      ports: ['cdc-wdm0', 'ttyUSB1', 'ttyUSB2', 'ttyUSB3', 'wwan0'],
    })
    expect(parsePairs(quectel).get('modem.3gpp.operator-name')).toBe('Example: $(reboot)')
  })

  it('has only an IMEI without a SIM', () => {
    expect(parseModem(noSim)).toMatchObject({ imei: '866738087531461', interfaces: ['usb0'] })
    expect(parseModem(noSim)).toMatchObject({ strength: undefined, technology: undefined })
  })

  it('ignores nonsense', () => {
    const nonsense =
      'modem.3gpp.imei : <b>\nmodem.generic.signal-quality.value : 900\nmodem.generic.ports.value[1] : ttyUSB0\n:\nx\n'
    expect(parseModem(nonsense)).toEqual({
      ...{ imei: undefined, strength: undefined, technology: undefined },
      ...{ interfaces: [], ports: [] },
    })
  })

  it.each([
    [['lte', '5gnr'], '5G'],
    [['lte-cat-m'], '4G'],
    [['hsdpa', 'hsupa'], '3G'],
    [['edge'], '2G'],
    [['unknown'], undefined],
  ])('that uses %j is one of %s', (used, technology) => {
    const text = used.map((each, at) => `modem.generic.access-technologies.value[${at + 1}] : ${each}`).join('\n')
    expect(parseModem(text).technology).toBe(technology)
  })
})

describe('the position of a modem', () => {
  const gga = '$GPGGA,154530.00,5130.0000,N,00007.2000,W,1,08,1.2,30.0,M,47.0,M,,*41'
  const raw = (latitude: string, longitude: string) =>
    `modem.location.gps.utc : 154530.00\nmodem.location.gps.longitude : ${longitude}\nmodem.location.gps.latitude : ${latitude}\n`
  const nmea = (line: string) =>
    `modem.location.gps.nmea.length : 2\nmodem.location.gps.nmea.value[1] : $GPGSV,1,1,0,1*54\nmodem.location.gps.nmea.value[2] : ${line}\n`

  it.each([
    ['raw and NMEA', raw('51.500000', '-0.120000') + nmea(gga), { latitude: 51.5, longitude: -0.12, accuracyM: 6 }],
    ['NMEA alone', nmea(gga), { latitude: 51.5, longitude: -0.12, accuracyM: 6 }],
    ['NMEA in quotes', nmea(`'${gga}'`), { latitude: 51.5, longitude: -0.12, accuracyM: 6 }],
    ['raw alone', raw('-33.8', '151.2'), { latitude: -33.8, longitude: 151.2, accuracyM: 50 }],
    [
      'other satellites, south',
      nmea('$GNGGA,123519,4807.038,S,01131.000,E,2,08,0.9,545.4,M,46.9,M,,*47'),
      { latitude: -48.1173, longitude: 11.516667, accuracyM: 5 },
    ],
    ['no fix', `${raw('--', '--')}${nmea('$GPGGA,,,,,,0,,,,,,,,*66')}`, undefined],
    ['a sentence with a wrong sum', nmea(gga.replace('5130', '5230')), undefined],
    ['only a latitude', raw('51.5', '--'), undefined],
    ['an impossible latitude', raw('151.5', '0.1'), undefined],
    [
      'a cell alone',
      'modem.location.3gpp.mcc : 460\nmodem.location.3gpp.tac : 001A2B\nmodem.location.3gpp.cid : 0AB12C3D\n',
      undefined,
    ],
    ['nothing', '', undefined],
  ])('%s', (_name, text, place) => expect(parsePlace(text)).toEqual(place))

  it.each([
    [
      ['3gpp-lac-ci', 'gps-raw', 'gps-nmea', 'agps-msa'],
      ['gps-raw', 'gps-nmea'],
    ],
    [['3gpp-lac-ci', 'gps-unmanaged'], []],
    [[], []],
  ])('of a modem that supports %j can be read from %j', (able, sources) => {
    const text = able.map((each, at) => `modem.location.capabilities.value[${at + 1}] : ${each}`).join('\n')
    expect(sourcesOf(text)).toEqual(sources)
  })
})
