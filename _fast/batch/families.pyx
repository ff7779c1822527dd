"""The one place that knows every game's module."""

from shugi._fast.cards.ninety_nine.play cimport ninety_nine_install
from shugi._fast.cards.piquet.play cimport piquet_install
from shugi._fast.regional.hangzhou.play cimport hangzhou_install
from shugi._fast.regional.kawuxing.play cimport kawuxing_install
from shugi._fast.regional.wuhan.play cimport wuhan_install
from shugi._fast.regional.xiamen.play cimport xiamen_install
from shugi._fast.riichi.play cimport riichi_install


cdef void families_install() noexcept nogil:
    riichi_install()
    hangzhou_install()
    xiamen_install()
    wuhan_install()
    kawuxing_install()
    piquet_install()
    ninety_nine_install()
