import { describe, expect, it } from 'vitest';
import { adviceFor, isForbidden, ownerOf, withAdvice } from '../../../main/lib/ports/permission.ts';

const RULE = 'SUBSYSTEM=="input", KERNEL=="event3"';

describe('what to do when the system does not let the program have a device', () => {
  it('is to join the group of the device', () => {
    const owner = { group: 'input', isOpenToGroup: true, user: 'kiosk' };
    expect(adviceFor(owner, RULE, 'input')).toBe('run "sudo usermod -aG input kiosk" and reboot the machine');
  });

  it.each([
    { group: null, isOpenToGroup: false, user: 'kiosk' },
    { group: 'input', isOpenToGroup: false, user: 'kiosk' },
    { group: 'root', isOpenToGroup: true, user: 'kiosk' },
  ])('is a rule of udev where no group may have it: %o', (owner) => {
    const advice = adviceFor(owner, RULE, 'input');
    expect(advice).toContain(`'${RULE}, GROUP="input", MODE="0660"' to /etc/udev/rules.d/70-take-a-number.rules`);
    expect(advice).toContain('"sudo usermod -aG input kiosk"');
  });

  it('is said of what is forbidden alone', async () => {
    expect(await withAdvice('ENOENT: no such file', '/dev/input/event3')).toBe('ENOENT: no such file');
    expect(await withAdvice('EACCES: permission denied', '/dev/input/event999')).toMatch(
      /KERNEL=="event999", GROUP="input"/,
    );
    expect(await withAdvice('EACCES: permission denied', '/dev/usb/lp999')).toMatch(/GROUP="lp"/);
    expect(await withAdvice('Error: Permission denied, cannot open /dev/ttyS999', '/dev/ttyS999')).toMatch(/"dialout"/);
    expect(isForbidden('EBUSY: resource busy')).toBe(false);
  });

  it('begins with who the device belongs to', async () => {
    expect(await ownerOf('/dev/null')).toMatchObject({ group: 'root', isOpenToGroup: true });
    expect(await ownerOf('/dev/none')).toMatchObject({ group: null, isOpenToGroup: false });
  });
});
