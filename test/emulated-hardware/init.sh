#!/bin/busybox sh
# The first program of the laboratory: a kernel that plays both a USB printer and the computer that it is plugged into.
/bin/busybox --install -s /bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
for module in /modules/*.ko; do insmod $module; done
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144 host /host
mount -t configfs none /sys/kernel/config
mount -t proc none /host/proc
mount --rbind /sys /host/sys
mount --rbind /dev /host/dev
mount -t tmpfs none /host/tmp
ip link set lo up
gadget=/sys/kernel/config/usb_gadget/printer
mkdir -p $gadget/strings/0x409 $gadget/configs/c.1 $gadget/functions/printer.0
cd $gadget
echo 0x04b8 > idVendor
echo 0x0e15 > idProduct
echo J0001 > strings/0x409/serialnumber
# So little room that a printer which stands still takes nothing more.
echo 1 > functions/printer.0/q_len
ln -s functions/printer.0 configs/c.1/
echo dummy_udc.0 > UDC
cd /
word() { sed "s/.*$1=\([^ ]*\).*/\1/" /proc/cmdline; }
chroot /host $(word node) $(word script)
echo LAB-END
sleep 60
poweroff -f
