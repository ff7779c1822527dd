"""The one place that knows every game's module."""

from shugi._fast.hangzhou cimport hangzhou_install
from shugi._fast.kawuxing cimport kawuxing_install
from shugi._fast.ninety_nine cimport ninety_nine_install
from shugi._fast.piquet cimport piquet_install
from shugi._fast.riichi cimport riichi_install
from shugi._fast.wuhan cimport wuhan_install
from shugi._fast.xiamen cimport xiamen_install


cdef void families_install() noexcept nogil:
    riichi_install()
    hangzhou_install()
    xiamen_install()
    wuhan_install()
    kawuxing_install()
    piquet_install()
    ninety_nine_install()
