/** The parts of the program whose tests are measured by mutation, each with the tests that must notice a change. */
export const AREAS = {
  'kiosk-machine': {
    mutate: ['main/kiosk/machine/**/*.ts', 'main/kiosk/rules/**/*.ts'],
    tests: ['test/kiosk/machine/**/*.test.ts', 'test/kiosk/rules/**/*.test.ts'],
  },
  'printer-machine': {
    mutate: [
      'main/printing/connection/{reduce,turn,confirmation,idle,job,handshake,query,recover,readings,presenter}.ts',
    ],
    // Those without a device: the package for serial lines ends a process with threads.
    tests: ['test/printing/{line,presenter}.test.ts'],
  },
  'queue-rules': {
    mutate: ['main/queue/rules/**/*.ts'],
    tests: ['test/queue/rules/**/*.test.ts'],
  },
  rules: {
    mutate: ['main/*/rules/**/*.ts', '!main/queue/rules/**', '!main/kiosk/rules/**'],
    tests: ['test/*/rules/**/*.test.ts'],
  },
};
