// The control building: the works' energy meter (its own map, little-endian words) and the compressed-air set.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

const order = 'DCBA'

export const controlRegisters = [
  ...group('Grid supply', '进线电能', order, [
    analog('totalPower', 'Total active power', '总有功功率', ['input', 0, 'float32'], 'kW', 1, [0, 400], [20, 250], {
      pinned: true,
    }),
    analog('reactivePower', 'Reactive power', '无功功率', ['input', 2, 'float32'], 'kvar', 1, [0, 300], [0, 150]),
    analog('powerFactor', 'Power factor', '功率因数', ['input', 4, 'uint16'], '', 3, [0, 1], [0.85, 1], {
      scale: 0.001,
    }),
    analog('frequency', 'Frequency', '频率', ['input', 5, 'uint16'], 'Hz', 2, [45, 55], [49.8, 50.2], { scale: 0.01 }),
    analog('voltageL1', 'Voltage L1', 'L1电压', ['input', 10, 'uint16'], 'V', 1, [0, 300], [220, 242], { scale: 0.1 }),
    analog('voltageL2', 'Voltage L2', 'L2电压', ['input', 11, 'uint16'], 'V', 1, [0, 300], [220, 242], { scale: 0.1 }),
    analog('voltageL3', 'Voltage L3', 'L3电压', ['input', 12, 'uint16'], 'V', 1, [0, 300], [220, 242], { scale: 0.1 }),
    analog('currentL1', 'Current L1', 'L1电流', ['input', 13, 'uint16'], 'A', 1, [0, 800], [20, 400], { scale: 0.1 }),
    analog('currentL2', 'Current L2', 'L2电流', ['input', 14, 'uint16'], 'A', 1, [0, 800], [20, 400], { scale: 0.1 }),
    analog('currentL3', 'Current L3', 'L3电流', ['input', 15, 'uint16'], 'A', 1, [0, 800], [20, 400], { scale: 0.1 }),
    analog('energyTotal', 'Total energy', '累计用电量', ['input', 20, 'float64'], 'kWh', 2, [0, 1e9]),
    analog('energyToday', 'Energy today', '今日用电量', ['input', 24, 'float32'], 'kWh', 1, [0, 9000], [0, 5000], {
      pinned: true,
    }),
  ]),
  ...group('Compressed air', '压缩空气', order, [
    analog('airPressure', 'Receiver pressure', '储气罐压力', ['input', 40, 'uint16'], 'bar', 2, [0, 12], [6.2, 7.8], {
      scale: 0.01,
      pinned: true,
    }),
    analog('airFlow', 'Air consumption', '用气量', ['input', 41, 'uint16'], 'm³/min', 2, [0, 10], [0, 5], {
      scale: 0.01,
    }),
    analog(
      'compressorTemperature',
      'Compressor oil temperature',
      '压缩机油温',
      ['input', 42, 'int16'],
      '°C',
      1,
      [-20, 130],
      [10, 95],
      {
        scale: 0.1,
        pinned: true,
      },
    ),
    analog('compressorPower', 'Compressor power', '压缩机功率', ['input', 44, 'float32'], 'kW', 1, [0, 40], [0, 24]),
    analog('loadHours', 'Compressor load hours', '压缩机加载时间', ['input', 46, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('compressorLoaded', 'Compressor loaded', '压缩机加载', ['discrete', 0], states.loaded),
    flag('airLow', 'Air pressure low', '气压低', ['discrete', 1], states.alarm),
  ]),
  ...group('Building', '建筑', order, [
    analog(
      'roomTemperature',
      'Control room temperature',
      '控制室温度',
      ['input', 60, 'int16'],
      '°C',
      1,
      [-10, 60],
      [16, 30],
      {
        scale: 0.1,
      },
    ),
    flag('generalAlarm', 'General alarm', '综合报警', ['discrete', 8], states.alarm),
    text('stationName', 'Station name', '站点名称', ['holding', 40, 16, 'ascii']),
  ]),
  ...group('Control', '控制', order, [
    analog('loadPressure', 'Load below', '加载压力', ['holding', 0, 'uint16'], 'bar', 2, [5, 7.4], [], {
      access: 'rw',
      scale: 0.01,
    }),
    analog('unloadPressure', 'Unload above', '卸载压力', ['holding', 1, 'uint16'], 'bar', 2, [6, 9], [], {
      access: 'rw',
      scale: 0.01,
    }),
    flag('compressorStart', 'Compressor start', '压缩机启停', ['coil', 0], states.start, 'rw'),
  ]),
]
