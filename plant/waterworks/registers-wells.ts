// Two wells of different decades: well 1 has a modern PLC, well 2 an old one with whole numbers only. Well 2 is the
// summer reserve: its PLC is switched off from October to May.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

export const well1Registers = [
  ...group('Well', '水井', 'CDAB', [
    analog('waterLevel', 'Water above the pump', '泵上水深', ['input', 0, 'float32'], 'm', 2, [0, 40], [8, 30], {
      pinned: true,
    }),
    analog('wellFlow', 'Well flow', '出水流量', ['input', 2, 'float32'], 'm³/h', 1, [0, 60], [0, 35], { pinned: true }),
    analog('wellPressure', 'Head pressure', '井口压力', ['input', 4, 'float32'], 'MPa', 3, [0, 1], [0.05, 0.35]),
    analog('temperature', 'Water temperature', '水温', ['input', 6, 'int16'], '°C', 1, [-5, 50], [5, 20], {
      scale: 0.1,
    }),
    analog('conductivity', 'Conductivity', '电导率', ['input', 7, 'uint16'], 'µS/cm', 0, [0, 2000], [300, 800]),
    analog('wellVolume', 'Total well volume', '累计出水量', ['input', 10, 'uint32'], 'm³', 1, [0, 4e8], [], {
      scale: 0.1,
    }),
  ]),
  ...group('Pump', '水泵', 'CDAB', [
    flag('pumpRunning', 'Pump running', '水泵运行', ['discrete', 0], states.running),
    flag('pumpTripped', 'Pump tripped', '水泵故障', ['discrete', 1], states.tripped),
    analog('motorCurrent', 'Motor current', '电机电流', ['input', 20, 'uint16'], 'A', 1, [0, 40], [0, 16], {
      scale: 0.1,
    }),
    analog('motorTemperature', 'Motor temperature', '电机温度', ['input', 21, 'int16'], '°C', 1, [-20, 120], [5, 60], {
      scale: 0.1,
      pinned: true,
    }),
    analog('pumpHours', 'Pump running hours', '水泵运行时间', ['input', 22, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    analog('activePower', 'Active power', '有功功率', ['input', 24, 'float32'], 'kW', 2, [0, 20], [0, 9]),
  ]),
  ...group('Status', '状态', 'CDAB', [
    flag('generalAlarm', 'General alarm', '综合报警', ['discrete', 8], states.alarm),
    text('stationName', 'Station name', '站点名称', ['holding', 20, 16, 'ascii'], 'r', 'BADC'),
  ]),
  ...group('Control', '控制', 'CDAB', [
    analog(
      'stopClearLevel',
      'Stop above clear well level',
      '清水池停泵液位',
      ['holding', 0, 'float32'],
      'm',
      2,
      [2, 4.8],
      [],
      {
        access: 'rw',
      },
    ),
    flag('pumpStart', 'Pump start', '水泵启停', ['coil', 0], states.start, 'rw'),
  ]),
]

export const well2Registers = [
  ...group('Well', '水井', 'ABCD', [
    analog('waterLevel', 'Water above the pump', '泵上水深', ['input', 100, 'int16'], 'm', 1, [0, 40], [8, 30], {
      scale: 0.1,
      pinned: true,
    }),
    analog('wellFlow', 'Well flow', '出水流量', ['input', 101, 'int16'], 'm³/h', 1, [0, 60], [0, 35], {
      scale: 0.1,
      pinned: true,
    }),
    analog('pumpHours', 'Pump running hours', '水泵运行时间', ['input', 104, 'bcd32'], 'h', 0, [0, 200_000]),
  ]),
  ...group('Pump', '水泵', 'ABCD', [
    flag('pumpRunning', 'Pump running', '水泵运行', ['input', 110, 0], states.running),
    flag('pumpTripped', 'Pump tripped', '水泵故障', ['input', 110, 1], states.tripped),
    flag('generalAlarm', 'General alarm', '综合报警', ['input', 110, 7], states.alarm),
  ]),
  ...group('Control', '控制', 'ABCD', [flag('pumpStart', 'Pump start', '水泵启停', ['coil', 0], states.start, 'rw')]),
]
